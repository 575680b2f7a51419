import { countOf, textOf } from '../attribute-values.ts'
import { readRecordedArguments, readRecordedResult } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import type { Role } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect } from './dialect.ts'

const ROLES: Readonly<Record<string, Role>> = {
  TOOL: 'tool',
  RETRIEVER: 'tool',
  LLM: 'model',
  EMBEDDING: 'model',
  AGENT: 'agent',
}

/** More definitions than this are not counted: the rule about too many tools has spoken long before. */
const MAX_DEFINITIONS = 256

/** Arize's OpenInference conventions. */
export const openInferenceDialect: Dialect = {
  id: 'openinference',
  summary: 'Spans of OpenInference instrumentations (`openinference.span.kind`).',
  marks: ['openinference.span.kind'],
  reads: [
    'agent.name',
    'llm.model_name',
    'llm.token_count.total',
    'tool.name',
    'tool_call.id',
    'input.value',
    'output.value',
    ...Array.from({ length: MAX_DEFINITIONS }, (_, index) => definitionName(index)),
  ],
  read(span, facts) {
    const { attributes } = span
    const kind = textOf(attributes['openinference.span.kind'])
    if (kind === undefined) return
    facts.role = ROLES[kind.toUpperCase()] ?? facts.role
    facts.agent ??= textOf(attributes['agent.name'])
    facts.model ??= textOf(attributes['llm.model_name'])
    facts.tokens ??= countOf(attributes['llm.token_count.total'])
    facts.toolsOffered ??= countDefinitions(span)
    if (facts.role === 'tool') {
      facts.tool ??= textOf(attributes['tool.name']) ?? facts.name
      facts.callId ??= textOf(attributes['tool_call.id'])
      readRecordedArguments(attributes['input.value'], facts)
      if (!facts.failed) readRecordedResult(attributes['output.value'], facts)
    }
    readRecordedError(span, facts)
  },
}

/** Definitions are recorded one an attribute. */
function definitionName(index: number): string {
  return `llm.tools.${index}.tool.json_schema`
}

function countDefinitions({ attributes }: SpanInput): number | undefined {
  let count = 0
  while (count < MAX_DEFINITIONS && attributes[definitionName(count)] !== undefined) count++
  return count === 0 ? undefined : count
}
