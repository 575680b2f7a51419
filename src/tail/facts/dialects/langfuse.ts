import { ATTR_EXCEPTION_MESSAGE, EVENT_EXCEPTION } from '../../../semconv/standard.ts'
import { countOf, textOf } from '../attribute-values.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role } from '../span-facts.ts'
import type { AttributeValue, SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['tool', 'tool'],
  ['retriever', 'tool'],
  ['generation', 'model'],
  ['embedding', 'model'],
  ['agent', 'agent'],
])
const MAX_USAGE_LENGTH = 4096

/** What it looks at. */
export const langfuseNames = (): DialectNames => ({
  id: 'langfuse',
  marks: ['langfuse.observation.type'],
  reads: [
    'langfuse.observation.input',
    'langfuse.observation.output',
    'langfuse.observation.level',
    'langfuse.observation.status_message',
    'langfuse.observation.model.name',
    'langfuse.observation.usage_details',
  ],
})

/** Langfuse's own SDKs. An observation may carry its error as a level only, without a status. */
export const langfuseDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const type = textOf(attributes['langfuse.observation.type'])
    if (type === undefined) return
    facts.role = ROLES.get(type) ?? facts.role
    if (attributes['langfuse.observation.level'] === 'ERROR') {
      facts.failed = true
      facts.isMarkedFailed = true
    }
    const told = facts.failed ? withMessage(span) : span
    if (facts.role === 'agent') facts.agent ??= facts.name
    if (facts.role === 'model') {
      facts.model ??= textOf(attributes['langfuse.observation.model.name'])
      facts.tokens ??= tokensOf(attributes['langfuse.observation.usage_details'])
    }
    if (facts.role === 'tool') {
      facts.tool ??= facts.name
      readRecordedArguments(attributes['langfuse.observation.input'], facts)
      readRecordedOutcome(told, attributes['langfuse.observation.output'], facts)
    }
    readRecordedError(told, facts)
  },
}

/** The status message is what the exception said, where no exception was recorded. */
function withMessage(span: SpanInput): SpanInput {
  const message = span.attributes['langfuse.observation.status_message']
  if (typeof message !== 'string' || span.events.some(({ name }) => name === EVENT_EXCEPTION)) return span
  const attributes = { [ATTR_EXCEPTION_MESSAGE]: message }
  return { ...span, events: [{ name: EVENT_EXCEPTION, timeMs: span.endMs ?? span.startMs, attributes }] }
}

/** JSON with `total`, or as the model's client counts them (`total_tokens`). */
function tokensOf(usage: AttributeValue): number | undefined {
  if (typeof usage !== 'string' || usage.length > MAX_USAGE_LENGTH) return undefined
  const total = /"total(?:_tokens)?": ?(\d{1,12})\b/.exec(usage)?.[1]
  return countOf(total)
}
