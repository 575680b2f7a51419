import * as api from '@opentelemetry/api'
import { CALLS_SCOPE } from '../semconv/scopes.ts'
import { registered } from './registered.ts'

let known: object | undefined
let provider: api.TracerProvider | undefined
let current: api.Tracer | undefined

/**
 * The tracer of the provider that is registered now. It is asked for again when the provider changes: with two
 * copies of the API in one process (ESM and CommonJS), a tracer from before the registration stays a no-op.
 */
export function tracer(): api.Tracer {
  const now = registered('trace')
  if (current !== undefined && now === known) return current
  known = now
  const asked = api.trace.getTracerProvider()
  if (current === undefined || asked !== provider) {
    provider = asked
    current = asked.getTracer(CALLS_SCOPE)
  }
  return current
}
