import type { MadeSpan } from '../../../check/data/made-span.ts'
import type { Random } from '../../../check/data/random.ts'
import { codeAttributes, processAttributes, spanUnder } from './beside.ts'

/** A step that frameworks record beside the calls of models and tools: a chain, a parser, a template, a retriever. */
export function step(parent: MadeSpan, random: Random): MadeSpan {
  return parent.scope.startsWith('openinference') ? chain(parent, random) : inner(parent, random)
}

/** LangChain's runnables, as OpenInference writes them: with its mark, and with nothing that says anything of a call. */
function chain(parent: MadeSpan, random: Random): MadeSpan {
  const name = random.pick(['RunnableSequence', 'ChatPromptTemplate', 'JsonOutputParser', 'should_continue'])
  return spanUnder(parent, random, {
    name,
    kind: 1,
    service: parent.service,
    scope: parent.scope,
    attributes: {
      'openinference.span.kind': name === 'ChatPromptTemplate' ? 'PROMPT' : 'CHAIN',
      'input.mime_type': 'application/json',
      'output.mime_type': 'application/json',
      'llm.prompt_template.template':
        'You are an assistant of the support team. Answer with what the tools tell you and with nothing else. Say so where they tell you nothing. Question: {question}',
      'llm.prompt_template.variables': '{"question":"Which orders of the last week are still open?"}',
      'session.id': random.hex(32),
      ...processAttributes(random),
    },
  })
}

/** Spans of an application's own. */
function inner(parent: MadeSpan, random: Random): MadeSpan {
  const name = random.pick([
    'plan next step',
    'load conversation',
    'render prompt',
    'parse output',
    'trim history',
  ])
  return spanUnder(parent, random, {
    name,
    kind: 1,
    service: parent.service,
    scope: '@acme/agent-runtime',
    attributes: {
      'app.step.name': name,
      'app.step.index': random.between(0, 12),
      'app.history.messages': random.between(2, 80),
      'app.history.was_trimmed': random.happens(0.2),
      'app.prompt.template': `support/${random.pick(['planner', 'answer', 'summary'])}@2026-01-08`,
      'app.feature.flags': 'new-planner,stream-results,tool-cache-v2,strict-schemas',
      'app.build.commit': '3f9c1e0b7a4d2c8e6f5a1b0d9c7e3f2a4b6c8d0e',
      'session.id': random.hex(32),
      ...codeAttributes(random, '@acme/agent-runtime/dist/loop.js', [
        'plan',
        'load',
        'render',
        'parse',
        'trim',
      ]),
      ...processAttributes(random),
    },
  })
}
