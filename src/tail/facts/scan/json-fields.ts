import { KeyTable } from './key-table.ts'

// The members of OTLP/JSON that are read, and their places in the tables.

export const REQUEST = new KeyTable(['resourceSpans'])
export const RESOURCE_SPANS = new KeyTable(['resource', 'scopeSpans'])
export const RESOURCE_FIELD = { resource: 0, scopeSpans: 1 } as const
export const SCOPE_SPANS = new KeyTable(['scope', 'spans'])
export const SCOPE_FIELD = { scope: 0, spans: 1 } as const
export const ATTRIBUTES = new KeyTable(['attributes'])
export const NAME = new KeyTable(['name'])
export const STATUS = new KeyTable(['code', 'message'])
export const SPAN = new KeyTable([
  'traceId',
  'spanId',
  'parentSpanId',
  'flags',
  'name',
  'kind',
  'startTimeUnixNano',
  'endTimeUnixNano',
  'attributes',
  'events',
  'links',
  'status',
])
export const SPAN_FIELD = {
  traceId: 0,
  spanId: 1,
  parentSpanId: 2,
  flags: 3,
  name: 4,
  kind: 5,
  start: 6,
  end: 7,
  attributes: 8,
  events: 9,
  links: 10,
  status: 11,
} as const
