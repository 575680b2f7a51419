import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { judgingOf } from '../../config/judging-of.ts'
import type { ToolspanSettings } from '../../config/settings.ts'
import type { Judging } from '../../tail/judging.ts'
import { giveBack } from '../input/spare-buffers.ts'
import { createHand, type Hand } from './hand.ts'

/** A hand whose answers take their time. */
export type HiredHand = {
  readonly [Method in keyof Hand]: (...values: Parameters<Hand[Method]>) => Promise<ReturnType<Hand[Method]>>
} & {
  /** Ends its thread, where it has one. */
  dismiss(): Promise<void>
}

/** By what to judge. Plain data: it travels to threads. */
export interface Task {
  readonly settings: ToolspanSettings
  /** The rules to judge by; undefined: all that are not off. */
  readonly only: readonly string[] | undefined
}

export function judgingOfTask({ settings, only }: Task): Judging {
  return judgingOf(settings, only === undefined ? undefined : new Set(only))
}

/** What a thread is told to do. */
export interface Order {
  readonly method: keyof Hand
  readonly values: readonly unknown[]
}

/** What a thread answers. */
export interface Reply {
  readonly answer: unknown
  /** The buffer of the block that it has read, which it does not need any more. */
  readonly spare: ArrayBuffer | undefined
}

/** The buffer of a block of bytes. */
export function bufferOfBlock(block: unknown): ArrayBuffer | undefined {
  const bytes = typeof block === 'object' && block !== null && 'bytes' in block ? block.bytes : undefined
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? bytes.buffer : undefined
}

/** A third of what young objects may take by default: the more threads, the more this counts. */
const YOUNG_MB = 16
/**
 * Old objects of a thread are looked through when they take so much, then whenever there are so many percent more than
 * were needed: by default garbage may take several times what is needed, in every thread.
 */
const FIRST_OLD_MB = 24
const OLD_GROWTH_PERCENT = 40

function buffersOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ArrayBuffer[] {
  return chunks.map(({ buffer }) => buffer)
}

/** Works in this thread. */
export function ownHand(task: Task): HiredHand {
  const hand = createHand(judgingOfTask(task))
  return {
    async read(block, first) {
      const result = hand.read(block, first)
      const buffer = bufferOfBlock(block)
      if (buffer !== undefined) giveBack(buffer)
      return result
    },
    finish: async () => hand.finish(),
    setGroups: async (groups) => hand.setGroups(groups),
    judge: async (chunks) => hand.judge(chunks),
    finishGroups: async () => hand.finishGroups(),
    judgeGroups: async (chunks) => hand.judgeGroups(chunks),
    dismiss: async () => {},
  }
}

/** Works in a thread of its own. Blocks that it is given are gone from this one. An error of the thread rejects. */
export function threadHand(task: Task): HiredHand {
  // There is no other way to tell a thread; it goes for those that start from now on.
  setFlagsFromString(`--initial-old-space-size=${FIRST_OLD_MB}`)
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const waiting: { resolve(answer: unknown): void; reject(error: unknown): void }[] = []
  worker.on('message', ({ answer, spare }: Reply) => {
    if (spare !== undefined) giveBack(spare)
    waiting.shift()?.resolve(answer)
  })
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`a thread ended with exit code ${code}`)))

  function call<Method extends keyof Hand>(
    method: Method,
    values: Parameters<Hand[Method]>,
    transferred: ArrayBuffer[] = [],
  ): Promise<ReturnType<Hand[Method]>> {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve: (answer) => resolve(answer as ReturnType<Hand[Method]>), reject })
      worker.postMessage({ method, values } satisfies Order, transferred)
    })
  }

  return {
    read: (block, first) => {
      const buffer = bufferOfBlock(block)
      return call('read', [block, first], buffer === undefined ? [] : [buffer])
    },
    finish: () => call('finish', []),
    setGroups: (groups) => call('setGroups', [groups]),
    judge: (chunks) => call('judge', [chunks], buffersOf(chunks)),
    finishGroups: () => call('finishGroups', []),
    judgeGroups: (chunks) => call('judgeGroups', [chunks], buffersOf(chunks)),
    dismiss: async () => {
      await worker.terminate()
    },
  }
}
