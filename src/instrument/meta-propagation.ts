import * as api from '@opentelemetry/api'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { linkable } from '../self/linked-context.ts'
import { swallow } from '../self/swallow.ts'
import { headerNames, headerOf, type RequestHeaders } from './request-headers.ts'

/** The key that carries request metadata in the parameters of every MCP message. */
const META = '_meta'

/**
 * The parameters with `context` written into `_meta` by the configured propagator, under its own unprefixed keys
 * (semantic-conventions-genai, MCP context propagation; MCP SEP-414). A caller's own keys of the same name give
 * way: whoever relays a message must point at its own span. The caller's objects are copied, never changed. The
 * same object comes back when the propagator writes nothing.
 */
export function withContextInMeta(params: Keyed | undefined, context: api.Context): Keyed | undefined {
  const sent = params?.[META]
  const meta = isKeyed(sent) ? { ...sent } : {}
  const writer = { meta, isWritten: false }
  try {
    api.propagation.inject(context, writer, metaSetter)
  } catch (error) {
    swallow('instrument', error)
    return params
  }
  return writer.isWritten ? { ...params, [META]: meta } : params
}

interface MetaWriter {
  readonly meta: Record<string, unknown>
  isWritten: boolean
}

const metaSetter: api.TextMapSetter<MetaWriter> = {
  set(writer, key, value) {
    writer.meta[key] = value
    writer.isWritten = true
  },
}

/** What the sender wrote into `_meta`, on top of `context`; `context` itself when there is nothing. */
export function contextFromMeta(meta: unknown, context: api.Context): api.Context {
  return isKeyed(meta) ? extracted(context, meta, textGetter) : context
}

/** What HTTP headers say, for senders that write no `_meta`. */
export function contextFromHeaders(headers: RequestHeaders, context: api.Context): api.Context {
  return extracted(context, headers, headerGetter)
}

/** What a propagator finds; a broken one finds nothing. */
function extracted<C>(context: api.Context, carrier: C, getter: api.TextMapGetter<C>): api.Context {
  const base = linkable(context)
  try {
    const found = api.propagation.extract(base, carrier, getter)
    return found === base ? context : (found ?? context)
  } catch (error) {
    swallow('instrument', error)
    return context
  }
}

/** Other keys of `_meta` hold numbers and objects; a propagator is shown texts only. */
const textGetter: api.TextMapGetter<Keyed> = {
  get(carrier, key) {
    const value = carrier[key]
    return typeof value === 'string' ? value : undefined
  },
  keys: (carrier) => Object.keys(carrier),
}

const headerGetter: api.TextMapGetter<RequestHeaders> = { get: headerOf, keys: headerNames }
