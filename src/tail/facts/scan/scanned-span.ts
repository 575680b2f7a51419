import { HEADER_MARK, READ_ATTRIBUTES } from '../attribute-table.ts'
import { ID } from '../packed/id-words.ts'
import type { SpanInput, SpanInputEvent, SpanInputLink } from '../span-input.ts'
import { KnownAttributes, type TextSource } from './known-attributes.ts'

const NO_EVENTS: readonly SpanInputEvent[] = []
const NO_LINKS: readonly SpanInputLink[] = []

/**
 * A span as a scanner has just read it. There is one for all spans that a scanner reads: whoever gets it takes what he
 * needs at once. Its ids are numbers only, so that no text is made of them: `traceId` and `spanId` are empty, and
 * `parentSpanId` is where there is a parent.
 */
export class ScannedSpan implements SpanInput {
  readonly traceId = ''
  readonly spanId = ''
  parentSpanId: '' | undefined = undefined
  traceFlags: number | undefined = undefined
  name = ''
  kind: SpanInput['kind'] = 'internal'
  scope = ''
  service = ''
  startMs = 0
  endMs: number | undefined = undefined
  failed = false
  statusMessage: string | undefined = undefined
  /** Only those that facts are read from. */
  readonly attributes: SpanInput['attributes']
  /** Only exceptions. */
  events: readonly SpanInputEvent[] = NO_EVENTS
  links: readonly SpanInputLink[] = NO_LINKS
  /** Trace, span and parent. A parent of zeros is none. */
  readonly ids = new Uint32Array(ID.words)
  readonly known: KnownAttributes

  /** @param texts where the texts of attributes are, that are known by their place */
  constructor(texts?: TextSource) {
    this.known = new KnownAttributes(READ_ATTRIBUTES, texts)
    this.attributes = this.known.values
  }

  /** Whether it has nothing that any dialect reads: it only connects others. */
  get isBare(): boolean {
    return (this.known.marks & ~HEADER_MARK) === 0 && !this.failed && this.links.length === 0
  }

  get hasHeaders(): boolean {
    return (this.known.marks & HEADER_MARK) !== 0
  }

  clear(): void {
    this.parentSpanId = undefined
    this.traceFlags = undefined
    this.name = ''
    this.kind = 'internal'
    this.startMs = 0
    this.endMs = undefined
    this.failed = false
    this.statusMessage = undefined
    this.events = NO_EVENTS
    this.links = NO_LINKS
    // The other ids are written for every span.
    this.ids[ID.parent] = 0
    this.ids[ID.parent + 1] = 0
    this.known.clear()
  }
}
