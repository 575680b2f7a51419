import type { ReadableSpan } from '@opentelemetry/sdk-trace'

/** What a test compares of a span, from whichever process it comes. */
export interface SpanLine {
  readonly name: string
  readonly kind: number
  readonly status: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly links: readonly string[]
  readonly attributes: Readonly<Record<string, unknown>>
}

export function spanLine(span: ReadableSpan): SpanLine {
  return {
    name: span.name,
    kind: span.kind,
    status: span.status.code,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    links: span.links.map((link) => link.context.spanId),
    attributes: span.attributes,
  }
}

/** Something that happened at a server: a span that ended, a message that arrived, a word of a tool. */
export type Sight =
  | { readonly span: SpanLine }
  | { readonly message: Readonly<Record<string, unknown>> }
  | { readonly word: string }

/** Everything that was seen of a server, in order, and a way to wait for more. */
export interface Seen {
  add(sight: Sight): void
  all(): readonly Sight[]
  /** Forgets what was seen up to now. */
  forget(): void
  /** The first sight that `pick` makes something of, now or later. */
  first<T>(pick: (sight: Sight) => T | undefined): Promise<T>
}

export function createSeen(): Seen {
  const sights: Sight[] = []
  const waiting = new Set<(sight: Sight) => void>()
  return {
    add(sight) {
      sights.push(sight)
      for (const look of waiting) look(sight)
    },
    all: () => sights,
    forget() {
      sights.length = 0
    },
    first(pick) {
      for (const sight of sights) {
        const picked = pick(sight)
        if (picked !== undefined) return Promise.resolve(picked)
      }
      return new Promise((resolve) => {
        const look = (sight: Sight): void => {
          const picked = pick(sight)
          if (picked === undefined) return
          waiting.delete(look)
          resolve(picked)
        }
        waiting.add(look)
      })
    },
  }
}

/** Picks a message by its method. */
export const messageOf =
  (method: string) =>
  (sight: Sight): Readonly<Record<string, unknown>> | undefined =>
    'message' in sight && sight.message.method === method ? sight.message : undefined

/** Picks a span by name and kind. */
export const spanOf =
  (name: string, kind: number) =>
  (sight: Sight): SpanLine | undefined =>
    'span' in sight && sight.span.name === name && sight.span.kind === kind ? sight.span : undefined

/** Picks a word that starts so. */
export const wordOf =
  (start: string) =>
  (sight: Sight): string | undefined =>
    'word' in sight && sight.word.startsWith(start) ? sight.word : undefined
