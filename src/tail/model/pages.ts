import type { SpanFacts } from '../facts/span-facts.ts'
import { foundOnce } from './found-once.ts'
import type { Run } from './run.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** Of a listing with more pages than this only so many are compared. */
const MAX_PAGES = 100

/**
 * Whether other pages of the listing were asked for, by a cursor before this one or by offset: then whoever asks
 * knows that it has pages. The same page again, and another view of the same call, are none.
 */
export function isOnePageOfSeveral(span: SpanFacts, tries: readonly Try[], { tree, letGo }: Run): boolean {
  if (letGo?.pages !== undefined && isBesideGone(span, letGo.pages)) return true
  const pages = pagesIn(tries)
  const before = pages.withMore.get(span.tool)?.slice(0, MAX_PAGES) ?? []
  const beside = pages.byTotal.get(keyOf(span))?.slice(0, MAX_PAGES) ?? []
  return (
    before.some((other) => other.startMs <= span.startMs && isOtherPage(span, other, tree)) ||
    beside.some((other) => isOtherPage(span, other, tree))
  )
}

function isOtherPage(span: SpanFacts, other: SpanFacts, tree: SpanTree): boolean {
  if (other === span || !isAskedOtherwise(other, span)) return false
  return !tree.ancestorsOf(other).includes(span) && !tree.ancestorsOf(span).includes(other)
}

/**
 * Pages that a run has let go of, by listing. Of each the first, and the first that was asked for in another way: they
 * say of any other page whether one was asked for before it, or beside it.
 */
export type PagesGone = ReadonlyMap<string, readonly GonePage[]>

type GonePage = Pick<SpanFacts, 'startMs' | 'fingerprint'>

/** Of a run that lets go of spans no more listings than this are remembered. */
const MAX_GONE = 10_000

/** The listings that the spans are pages of, added to those of spans that were let go before. */
export function pagesGoneWith(spans: Iterable<SpanFacts>, before?: PagesGone): PagesGone {
  const gone = new Map(before)
  for (const span of spans) {
    if (span.result?.hasMore === true) note(gone, `${span.tool}`, span)
    if (span.result?.status === 'found' && span.result.total !== undefined) note(gone, keyOf(span), span)
  }
  return gone
}

/** What two parts of a run have let go of. */
export function joinedPages(kept: PagesGone | undefined, more: PagesGone): PagesGone {
  const gone = new Map(kept)
  for (const [listing, pages] of more) for (const page of pages) note(gone, listing, page)
  return gone
}

function note(gone: Map<string, readonly GonePage[]>, listing: string, page: GonePage): void {
  const known = gone.get(listing)
  if (known === undefined && gone.size >= MAX_GONE) return
  const { startMs, fingerprint } = page
  const [first, ...later] = [...(known ?? []), { startMs, fingerprint }].sort((a, b) => a.startMs - b.startMs)
  const other = later.find((page) => first !== undefined && isAskedOtherwise(page, first))
  gone.set(
    listing,
    [first, other].filter((page) => page !== undefined),
  )
}

function isAskedOtherwise(page: GonePage, than: GonePage): boolean {
  return page.fingerprint === undefined || page.fingerprint !== than.fingerprint
}

function isBesideGone(span: SpanFacts, gone: PagesGone): boolean {
  const before = gone.get(`${span.tool}`) ?? []
  const beside = gone.get(keyOf(span)) ?? []
  return (
    before.some((page) => page.startMs <= span.startMs && isAskedOtherwise(page, span)) ||
    beside.some((page) => isAskedOtherwise(page, span))
  )
}

interface Pages {
  /** Results that point to a next page, by tool. */
  readonly withMore: Map<string | undefined, SpanFacts[]>
  /** Results that found something, by tool and total. */
  readonly byTotal: Map<string, SpanFacts[]>
}

/** Worked out once a run. */
const pagesIn = foundOnce((tries: readonly Try[]): Pages => {
  const pages: Pages = { withMore: new Map(), byTotal: new Map() }
  for (const { span } of tries) {
    if (span.result?.hasMore === true) add(pages.withMore, span.tool, span)
    if (span.result?.status === 'found' && span.result.total !== undefined)
      add(pages.byTotal, keyOf(span), span)
  }
  return pages
})

function add<K>(map: Map<K, SpanFacts[]>, key: K, span: SpanFacts): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [span])
  else known.push(span)
}

function keyOf({ tool, result }: SpanFacts): string {
  return `${tool} ${result?.total}`
}
