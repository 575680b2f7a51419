import * as api from '@opentelemetry/api'
import { CALLS_SCOPE } from '../semconv/scopes.ts'

let provider: api.TracerProvider | undefined
let current: api.Tracer | undefined

/**
 * The tracer of the provider that is registered now. It is asked for again when the provider changes: with two
 * copies of the API in one process (ESM and CommonJS), a tracer from before the registration stays a no-op.
 */
export function tracer(): api.Tracer {
  const registered = api.trace.getTracerProvider()
  if (current === undefined || registered !== provider) {
    provider = registered
    current = registered.getTracer(CALLS_SCOPE)
  }
  return current
}
