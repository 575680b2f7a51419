import * as api from '@opentelemetry/api'
import { contextFromHeaders, contextFromMeta, type JsonObject } from './meta-propagation.ts'

/** Where the span of a received message belongs. */
export interface Inbound {
  readonly parent: api.Context
  readonly links: api.Link[]
}

const NO_LINKS: api.Link[] = []

/**
 * The parent of a server span: the context in `_meta`, with a link to the span that is active where the message
 * was received, such as an HTTP server span (MCP conventions; the two are independent of each other). Without a
 * context in `_meta` the active span is the parent; without one of those, what the HTTP headers say.
 */
export function inboundContext(meta: unknown, headers: JsonObject | undefined): Inbound {
  const ambient = api.context.active()
  const ambientSpan = api.trace.getSpanContext(ambient)
  const sent = contextFromMeta(meta, ambient)
  const sentSpan = sent === ambient ? undefined : api.trace.getSpanContext(sent)
  if (sentSpan !== undefined && sentSpan.spanId !== ambientSpan?.spanId) {
    return { parent: sent, links: isValid(ambientSpan) ? [{ context: ambientSpan }] : NO_LINKS }
  }
  if (ambientSpan === undefined && headers !== undefined) {
    return { parent: contextFromHeaders(headers, sent), links: NO_LINKS }
  }
  return { parent: sent, links: NO_LINKS }
}

const isValid = (span: api.SpanContext | undefined): span is api.SpanContext =>
  span !== undefined && api.trace.isSpanContextValid(span)
