import { hexOf, ID } from '../../tail/facts/packed/id-words.ts'
import { RECORD } from '../../tail/facts/packed/layout.ts'
import type { HeldFacts } from './held-facts.ts'
import type { SealedPack } from './held-packs.ts'
import { noteTies, type Ties } from './run-chains.ts'

/** Packs the spans anew that a sparse pack still holds, and lets go of it. They have to be sealed. */
export function compactPack({ packs, traces, spans }: HeldFacts, serial: number): void {
  const reader = packs.reader(serial)
  if (reader === undefined) return
  for (const place of reader.spans()) {
    const ids = reader.words.subarray(place + RECORD.trace, place + RECORD.trace + ID.words)
    const trace = traces.find(ids)
    const span = trace === undefined ? -1 : spans.find(trace.number, ids)
    if (span < 0 || spans.packOf(span) !== serial || spans.placeOf(span) !== place) continue
    spans.put(span, packs.serial, packs.end, spans.isOpen(span))
    packs.addCopy(reader, place)
    packs.wanted(packs.serial, 1)
    packs.unwanted(serial)
  }
  packs.dropUnwanted(serial)
}

/**
 * Takes the spans of a pack that was sealed in an earlier life, but for those of traces that are left out. Returns how
 * many there were no room for.
 */
export function restorePack(
  { packs, traces, spans, chains }: HeldFacts,
  sealed: SealedPack,
  isLeftOut: (traceId: string) => boolean,
  nowMs: number,
): number {
  const reader = packs.restore(sealed)
  const ties: Ties = { roots: [], names: [] }
  let refused = 0
  for (const place of reader.spans()) {
    const ids = reader.words.subarray(place + RECORD.trace, place + RECORD.trace + ID.words)
    if (isLeftOut(hexOf(ids, ID.trace, ID.span))) continue
    const trace = traces.find(ids) ?? traces.add(ids)
    const known = trace === undefined ? -1 : spans.find(trace.number, ids)
    if (known >= 0 && !spans.isOpen(known)) continue
    const span = known >= 0 || trace === undefined ? known : spans.add()
    if (span < 0 || trace === undefined) {
      refused++
      continue
    }
    const facts = reader.unpack(place)
    // Both may lie in one pack, which must not be let go of in between.
    packs.wanted(sealed.serial, 1)
    if (known >= 0) packs.unwanted(spans.packOf(span))
    spans.put(span, sealed.serial, place, facts.endMs === undefined)
    noteTies(ties, facts, trace)
    if (known < 0) chains.link(span, nowMs, reader.markOf(place))
  }
  chains.tie(ties)
  chains.nextRequest()
  packs.dropUnwanted(sealed.serial)
  return refused
}
