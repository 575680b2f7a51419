import { availableParallelism } from 'node:os'
import type { ToolspanSettings } from '../../config/settings.ts'
import { compareText } from '../../tail/model/span-order.ts'
import type { Block, Where } from '../input/block.ts'
import { createChunkStore } from './chunk-store.ts'
import type { ReadResult } from './hand.ts'
import { type HiredHand, ownHand, type Task, threadHand } from './hired-hand.ts'
import { createJoinedTraces } from './joined-traces.ts'
import type { PartitionFindings, PlacedFinding, RunFindings } from './judge-partition.ts'
import { PARTITIONS } from './partitions.ts'

/** Judges inputs that need not fit into memory. Blocks are read in several threads, and told of in their order. */
export interface FileJudge {
  /** Reads a block of the input named `source`. Resolves when there is room for the next one. */
  read(source: string, block: Block): Promise<void>
  /** Notes what could not be read between two blocks. */
  fault(source: string, where: Where, message: string): void
  /** Judges everything. Called once, after the last block. */
  finish(): Promise<FileJudgement>
  /** Ends the threads. */
  close(): Promise<void>
}

export interface FileJudgement {
  readonly traces: number
  readonly spans: number
  /** By run, then by rule. */
  readonly findings: readonly LocatedFinding[]
}

/** A finding, with the place where its anchor stands. */
export interface LocatedFinding extends Omit<PlacedFinding, 'place'> {
  readonly source: string
  readonly where: Where
}

/** What was read of a block. */
export interface BlockReport extends ReadResult {
  readonly source: string
}

export interface FileJudgeOptions {
  readonly settings?: ToolspanSettings
  /** The rules to judge by. Default all that are not off. */
  readonly only?: readonly string[]
  /** Told of each block in the order in which they came. */
  readonly onBlock: (report: BlockReport) => void
  /** How many threads read. Default: as many as there are processors, at most 4. */
  readonly threads?: number
  /** So many bytes are read in this thread before others are started. Default 32 MiB. */
  readonly aloneBytes?: number
  /** How many bytes will come, where that is known: where they are more than `aloneBytes`, this thread reads none. */
  readonly expectedBytes?: number | undefined
}

const MOST_THREADS = 4
const ALONE_BYTES = 32 * 1024 * 1024
/** Blocks that a thread has before it: one to read, and one to go on with. */
const BLOCKS_AHEAD = 2
/** A block has fewer lines than this. */
const PLACES_A_BLOCK = 2 ** 26

export function createFileJudge(options: FileJudgeOptions): FileJudge {
  const threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism())
  const mayBeAlone = options.aloneBytes ?? ALONE_BYTES
  // What this thread reads it has to learn to read fast, like every other one.
  const aloneBytes = (options.expectedBytes ?? 0) > mayBeAlone ? 0 : mayBeAlone
  const task: Task = { settings: options.settings ?? {}, only: options.only }
  const own = ownHand(task)
  const crew: HiredHand[] = []
  const busy = new Map<HiredHand, number>()
  const blocks: { readonly source: string; readonly kind: Block['kind']; readonly at: number }[] = []
  const reports = new Map<number, BlockReport>()
  const underWay = new Set<Promise<void>>()
  const chunks = createChunkStore()
  let bytes = 0
  let reported = 0

  function report(seq: number, source: string, result: ReadResult): void {
    for (const chunk of result.chunks) chunks.add(chunk)
    reports.set(seq, { ...result, source })
    for (let next = reports.get(reported); next !== undefined; next = reports.get(reported)) {
      reports.delete(reported)
      reported += 1
      options.onBlock(next)
    }
  }

  /** Whoever has the least to do; this thread as long as little was read. */
  function freeHand(block: Block): HiredHand {
    if (block.kind === 'document') return own
    bytes += block.bytes.length
    if (bytes <= aloneBytes || threads < 1) return own
    while (crew.length < threads) crew.push(threadHand(task))
    return crew.reduce((least, hand) => ((busy.get(hand) ?? 0) < (busy.get(least) ?? 0) ? hand : least))
  }

  function numbered(source: string, { kind, at }: Pick<Block, 'kind' | 'at'>): number {
    blocks.push({ source, kind, at })
    return blocks.length - 1
  }

  async function read(source: string, block: Block): Promise<void> {
    const seq = numbered(source, block)
    const hand = freeHand(block)
    busy.set(hand, (busy.get(hand) ?? 0) + 1)
    const reading = hand.read(block, seq * PLACES_A_BLOCK).then((result) => {
      busy.set(hand, (busy.get(hand) ?? 0) - 1)
      underWay.delete(reading)
      report(seq, source, result)
    })
    underWay.add(reading)
    if (hand === own) await reading
    while (underWay.size >= BLOCKS_AHEAD * Math.max(1, crew.length)) await Promise.race(underWay)
  }

  function fault(source: string, where: Where, message: string): void {
    const seq = numbered(source, { kind: 'document', at: 0 })
    report(seq, source, { spans: 0, problems: [{ where, message }], moreProblems: 0, chunks: [] })
  }

  function locate({ finding, place }: PlacedFinding): LocatedFinding {
    const block = blocks[Math.floor(place / PLACES_A_BLOCK)]
    if (block === undefined) return { finding, source: '', where: undefined }
    const { source, kind, at } = block
    const isLine = kind === 'lines' || kind === 'document'
    return { finding, source, where: isLine ? { line: at + (place % PLACES_A_BLOCK) } : { byte: at } }
  }

  return {
    read,
    fault,
    async finish() {
      await Promise.all(underWay)
      const hands = [own, ...crew]
      const joined = createJoinedTraces()
      for (const hand of hands) {
        const left = await hand.finish()
        for (const chunk of left.chunks) chunks.add(chunk)
        joined.merge(left.joints)
      }
      const judges = crew.length === 0 ? [own] : crew
      const judged = await judgeAll(judges, chunks.take, joined.groups())
      chunks.close()
      return { ...judged, findings: judged.findings.map(locate) }
    },
    async close() {
      await Promise.all(crew.map((hand) => hand.dismiss()))
    },
  }
}

interface Judged {
  traces: number
  spans: number
  findings: PlacedFinding[]
}

/** Judges the traces that are runs of their own, then those that are parts of larger ones. */
async function judgeAll(
  hands: readonly HiredHand[],
  take: (partition: number) => Uint8Array<ArrayBuffer>[],
  groups: ReadonlyMap<string, string>,
): Promise<Judged> {
  const grouped = createChunkStore()
  const runs: RunFindings[] = []
  const counts = { traces: 0, spans: 0 }
  const note = (found: PartitionFindings) => {
    counts.traces += found.traces
    counts.spans += found.spans
    runs.push(...found.runs)
  }
  if (groups.size > 0) for (const hand of hands) await hand.setGroups(groups)
  await eachPartition(hands, take, async (hand, taken) => {
    const found = await hand.judge(taken)
    note(found)
    for (const chunk of found.chunks) grouped.add(chunk)
  })
  if (groups.size > 0) {
    for (const hand of hands) for (const chunk of (await hand.finishGroups()).chunks) grouped.add(chunk)
    await eachPartition(hands, grouped.take, async (hand, taken) => note(await hand.judgeGroups(taken)))
  }
  grouped.close()
  runs.sort((a, b) => compareText(a.key, b.key))
  return { ...counts, findings: runs.flatMap(({ findings }) => findings) }
}

async function eachPartition(
  hands: readonly HiredHand[],
  take: (partition: number) => readonly Uint8Array<ArrayBuffer>[],
  judge: (hand: HiredHand, chunks: readonly Uint8Array<ArrayBuffer>[]) => Promise<void>,
): Promise<void> {
  let partition = 0
  await Promise.all(
    hands.map(async (hand) => {
      while (partition < PARTITIONS) {
        const taken = take(partition++)
        if (taken.length > 0) await judge(hand, taken)
      }
    }),
  )
}
