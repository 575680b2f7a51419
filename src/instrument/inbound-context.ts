import * as api from '@opentelemetry/api'
import { activeContext } from '../self/context.ts'
import { contextFromHeaders, contextFromMeta } from './meta-propagation.ts'
import type { RequestHeaders } from './request-headers.ts'

/** Where the span of a received message belongs. */
export interface Inbound {
  readonly parent: api.Context
  /** Absent where there is none: an SDK copies an empty list, too. */
  readonly links: api.Link[] | undefined
}

/**
 * The parent of a server span: the context in `_meta`, with a link to the span that is active where the message
 * was received, such as an HTTP server span (MCP conventions; the two are independent of each other). Without a
 * context in `_meta` the active span is the parent; without one of those, what the HTTP headers say.
 * @param subject the context of the request that the message is about; it counts for more than all of them
 */
export function inboundContext(
  meta: unknown,
  headers: RequestHeaders | undefined,
  subject?: api.Context,
): Inbound {
  const ambient = activeContext()
  const ambientSpan = api.trace.getSpanContext(ambient)
  const sent = subject ?? contextFromMeta(meta, ambient)
  const sentSpan = sent === ambient ? undefined : api.trace.getSpanContext(sent)
  if (sentSpan !== undefined && sentSpan.spanId !== ambientSpan?.spanId) {
    return { parent: sent, links: linksTo(ambientSpan) }
  }
  if (ambientSpan === undefined && headers !== undefined) {
    return { parent: contextFromHeaders(headers, sent), links: undefined }
  }
  return { parent: sent, links: undefined }
}

/**
 * The same where callers are not believed (`trustInbound: false`): the parent is what is active here, and what the
 * caller sent, in `_meta` or else in headers, is only linked. Its baggage is not taken over either.
 */
export function untrustedContext(
  meta: unknown,
  headers: RequestHeaders | undefined,
  subject?: api.Context,
): Inbound {
  const ambient = activeContext()
  const ambientSpan = api.trace.getSpanContext(ambient)
  if (subject !== undefined) return { parent: subject, links: linksTo(ambientSpan) }
  const claimed =
    spanIn(contextFromMeta(meta, api.ROOT_CONTEXT)) ??
    // Whoever handles HTTP here has read the headers already.
    (ambientSpan === undefined && headers !== undefined
      ? spanIn(contextFromHeaders(headers, api.ROOT_CONTEXT))
      : undefined)
  return { parent: ambient, links: claimed?.spanId === ambientSpan?.spanId ? undefined : linksTo(claimed) }
}

const spanIn = (context: api.Context): api.SpanContext | undefined => api.trace.getSpanContext(context)

const linksTo = (span: api.SpanContext | undefined): api.Link[] | undefined =>
  span !== undefined && api.trace.isSpanContextValid(span) ? [{ context: span }] : undefined
