import { countOf, sumOfCounts, textOf } from '../attribute-values.ts'
import { agentOfGraph } from '../graph-agent.ts'
import { ownText } from '../own-value.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const ROLES: Readonly<Record<string, Role>> = {
  TOOL: 'tool',
  RETRIEVER: 'tool',
  LLM: 'model',
  EMBEDDING: 'model',
  AGENT: 'agent',
}

/** More definitions than this are not counted: the rule about too many tools has spoken long before. */
const MAX_DEFINITIONS = 256

/** What it looks at. */
export const openInferenceNames = (): DialectNames => ({
  id: 'openinference',
  marks: ['openinference.span.kind'],
  reads: [
    'agent.name',
    'metadata',
    'llm.model_name',
    'llm.token_count.total',
    'llm.token_count.prompt',
    'llm.token_count.completion',
    'tool.name',
    'tool_call.id',
    'input.value',
    'output.value',
    ...Array.from({ length: MAX_DEFINITIONS }, (_, index) => definitionName(index)),
  ],
  owns: [
    ownText('callId', 'tool_call.id'),
    {
      field: 'tokens',
      reads: ['llm.token_count.total', 'llm.token_count.prompt', 'llm.token_count.completion'],
      of: tokensOf,
    },
  ],
})

/** Arize's OpenInference conventions. */
export const openInferenceDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const kind = textOf(attributes['openinference.span.kind'])
    if (kind === undefined) return
    const graphAgent = kind === 'CHAIN' ? agentOfGraph(attributes.metadata) : undefined
    facts.role = graphAgent === undefined ? (ROLES[kind.toUpperCase()] ?? facts.role) : 'agent'
    facts.agent ??= textOf(attributes['agent.name']) ?? graphAgent
    if (facts.role === 'agent') facts.agent ??= facts.name
    facts.model ??= textOf(attributes['llm.model_name'])
    facts.tokens ??= tokensOf(span)
    facts.toolsOffered ??= countDefinitions(span)
    if (facts.role === 'tool') {
      facts.tool ??= textOf(attributes['tool.name']) ?? facts.name
      facts.callId ??= textOf(attributes['tool_call.id'])
      readRecordedArguments(attributes['input.value'], facts)
      readRecordedOutcome(span, attributes['output.value'], facts)
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

function tokensOf({ attributes }: SpanInput): number | undefined {
  return (
    countOf(attributes['llm.token_count.total']) ??
    sumOfCounts(attributes['llm.token_count.prompt'], attributes['llm.token_count.completion'])
  )
}
