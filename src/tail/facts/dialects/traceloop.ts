import { textOf } from '../attribute-values.ts'
import { readRecordedArguments, readRecordedResult } from '../recorded-body.ts'
import { readRecordedError } from '../recorded-error.ts'
import type { Role, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect } from './dialect.ts'

const ROLES: Readonly<Record<string, Role>> = { tool: 'tool', agent: 'agent', workflow: 'agent' }

/** OpenLLMetry (Traceloop): decorated functions and its MCP instrumentation. */
export const traceloopDialect: Dialect = {
  id: 'traceloop',
  summary: 'Spans of OpenLLMetry (`traceloop.span.kind`).',
  marks: ['traceloop.span.kind'],
  reads: ['traceloop.entity.name', 'traceloop.entity.input', 'traceloop.entity.output'],
  read(span, facts) {
    const { attributes } = span
    const kind = textOf(attributes['traceloop.span.kind'])
    if (kind === undefined) return
    facts.role = ROLES[kind] ?? facts.role
    const entity = textOf(attributes['traceloop.entity.name'])
    if (facts.role === 'agent') facts.agent ??= entity
    if (facts.role === 'tool') {
      facts.tool ??= entity
      readRecordedArguments(attributes['traceloop.entity.input'], facts)
    }
    // A subagent's output is the answer that its caller goes on with: it is read like a tool's.
    if (facts.role === 'tool' || kind === 'agent') readOutput(span, facts)
    readRecordedError(span, facts)
  },
}

/** MCP results are wrapped as `{ result, is_error }`; a decorated function's output is its value as JSON. */
function readOutput({ attributes }: SpanInput, facts: SpanFacts): void {
  const output = attributes['traceloop.entity.output']
  if (typeof output !== 'string') return
  const wrapped = unwrap(output)
  if (wrapped === undefined) readRecordedResult(output, facts)
  else readRecordedResult(wrapped.result, facts, wrapped.isError)
}

function unwrap(output: string): { readonly result: unknown; readonly isError: boolean } | undefined {
  if (!output.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(output)
    if (typeof value !== 'object' || value === null || !('is_error' in value)) return undefined
    return { result: 'result' in value ? value.result : '', isError: value.is_error === true }
  } catch {
    return undefined
  }
}
