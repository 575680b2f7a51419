import { IdSet } from '../../tail/facts/packed/id-set.ts'
import { ID } from '../../tail/facts/packed/id-words.ts'
import { RECORD } from '../../tail/facts/packed/layout.ts'
import { PackReader } from '../../tail/facts/packed/pack-reader.ts'
import type { Finding } from '../../tail/findings/finding.ts'
import { judgeRun } from '../../tail/judge.ts'
import type { Judging } from '../../tail/judging.ts'
import { createRun } from '../../tail/model/run.ts'
import { createRunStore } from '../../tail/model/run-store.ts'

/** A finding, with the place in the input where its anchor stands. */
export interface PlacedFinding {
  readonly finding: Finding
  readonly place: number
}

/** The findings of one run. */
export interface RunFindings {
  readonly key: string
  readonly findings: readonly PlacedFinding[]
}

/** What one partition holds. */
export interface PartitionFindings {
  readonly traces: number
  readonly spans: number
  readonly runs: readonly RunFindings[]
}

/** A span that is still packed. */
interface Packed {
  readonly reader: PackReader
  readonly at: number
}

/** Spans that are judged together. */
interface Group {
  readonly spans: Packed[]
  readonly cues: number[]
  isCued: boolean
}

/**
 * Judges packs of facts by group, each as if it were alone, with the judge that is used everywhere else. `keyOf` says
 * what a span is judged together with; a span for which it is undefined is left out. Groups that can hold no finding
 * are not even unpacked.
 */
export function judgePartition(
  packs: readonly Uint8Array[],
  judging: Judging,
  keyOf: (reader: PackReader, span: number) => number | string | undefined,
): PartitionFindings {
  const groups = new Map<number | string, Group>()
  const traces = new IdSet(ID.span)
  const spans = new IdSet(ID.parent)
  for (const reader of packs.map((pack) => new PackReader(pack))) {
    for (const at of reader.spans()) {
      const key = keyOf(reader, at)
      if (key === undefined) continue
      traces.add(reader.words, at + RECORD.trace)
      spans.add(reader.words, at + RECORD.trace)
      const group = groups.get(key) ?? { spans: [], cues: judging.cues.none(), isCued: false }
      if (group.spans.length === 0) groups.set(key, group)
      group.spans.push({ reader, at })
      group.isCued ||= judging.cues.isReached(reader.markOf(at), group.cues)
    }
  }
  const runs: RunFindings[] = []
  for (const group of groups.values()) if (group.isCued) runs.push(...judgeGroup(group.spans, judging))
  return { traces: traces.size, spans: spans.size, runs }
}

/** Of spans that come twice the first one counts, so they are taken in the order in which they stood. */
function judgeGroup(spans: Packed[], judging: Judging): RunFindings[] {
  spans.sort((a, b) => placeOf(a) - placeOf(b))
  const store = createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY })
  for (const { reader, at } of spans) store.add(reader.unpack(at), 0)
  const runs: RunFindings[] = []
  let placeById: ReadonlyMap<string, number> | undefined
  for (const { facts } of store.runs()) {
    const run = createRun(facts)
    const findings = judgeRun(run, true, judging)
    if (findings.length === 0) continue
    placeById ??= placesById(spans)
    const places = placeById
    runs.push({
      key: run.key,
      findings: findings.map((finding) => ({
        finding,
        place: places.get(`${finding.traceId}${finding.spanIds[0]}`) ?? 0,
      })),
    })
  }
  return runs
}

/** Where each span stood, by its ids; of one that comes twice the first place. */
function placesById(spans: readonly Packed[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const span of spans) {
    const id = `${span.reader.traceIdOf(span.at)}${span.reader.spanIdOf(span.at)}`
    if (!places.has(id)) places.set(id, placeOf(span))
  }
  return places
}

function placeOf({ reader, at }: Packed): number {
  return reader.noteOf(at)
}
