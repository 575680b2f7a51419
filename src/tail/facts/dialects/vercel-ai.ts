import { countOf, listLengthOf, sumOfCounts, textOf } from '../attribute-values.ts'
import { ownText } from '../own-value.ts'
import { readRecordedArguments } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import { readRecordedOutcome } from '../recorded-outcome.ts'
import type { Role } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

/** What it looks at. */
export const vercelAiNames = (): DialectNames => ({
  id: 'vercel_ai',
  marks: ['ai.operationId'],
  reads: [
    'ai.model.id',
    'ai.prompt.tools',
    'ai.usage.totalTokens',
    'ai.usage.promptTokens',
    'ai.usage.completionTokens',
    'ai.telemetry.functionId',
    'ai.toolCall.name',
    'ai.toolCall.id',
    'ai.toolCall.args',
    'ai.toolCall.result',
  ],
  owns: [
    ownText('callId', 'ai.toolCall.id'),
    {
      field: 'tokens',
      reads: ['ai.usage.totalTokens', 'ai.usage.promptTokens', 'ai.usage.completionTokens'],
      of: tokensOf,
    },
  ],
})

/** The AI SDK of Vercel with its own names (`ai.*`). */
export const vercelAiDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    const operation = textOf(attributes['ai.operationId'])
    if (operation === undefined) return
    facts.role = roleOf(operation) ?? facts.role
    facts.model ??= textOf(attributes['ai.model.id'])
    facts.toolsOffered ??= listLengthOf(attributes['ai.prompt.tools'])
    if (facts.role === 'model') facts.tokens ??= tokensOf(span)
    if (facts.role === 'agent') facts.agent ??= textOf(attributes['ai.telemetry.functionId'])
    if (facts.role === 'tool') {
      facts.tool ??= textOf(attributes['ai.toolCall.name'])
      facts.callId ??= textOf(attributes['ai.toolCall.id'])
      readRecordedArguments(attributes['ai.toolCall.args'], facts)
      readRecordedOutcome(span, attributes['ai.toolCall.result'], facts)
    }
    readRecordedError(span, facts)
  },
}

/** Version 5 writes no total. */
function tokensOf({ attributes }: SpanInput): number | undefined {
  return (
    countOf(attributes['ai.usage.totalTokens']) ??
    sumOfCounts(attributes['ai.usage.promptTokens'], attributes['ai.usage.completionTokens'])
  )
}

/** `ai.generateText` is the loop around the model, `ai.generateText.doGenerate` one call of it. */
function roleOf(operation: string): Role | undefined {
  if (operation === 'ai.toolCall') return 'tool'
  if (/\.do(?:Generate|Stream|Embed)$/.test(operation)) return 'model'
  return /^ai\.(?:generate|stream)\w{0,20}$/.test(operation) ? 'agent' : undefined
}
