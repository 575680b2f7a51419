// The body of a worker thread: a hand that does what it is told, in order.
import { parentPort, workerData } from 'node:worker_threads'
import { createHand } from './hand.ts'
import { bufferOfBlock, judgingOfTask, type Order, type Reply } from './hired-hand.ts'
import type { Chunk } from './partitions.ts'

const hand = createHand(judgingOfTask(workerData))

parentPort?.on('message', ({ method, values }: Order) => {
  const answer = Reflect.apply(hand[method], undefined, values)
  const chunks: readonly Chunk[] = answer?.chunks ?? []
  const spare = method === 'read' ? bufferOfBlock(values[0]) : undefined
  const transferred = chunks.map(({ bytes }) => bytes.buffer)
  if (spare !== undefined) transferred.push(spare)
  parentPort?.postMessage({ answer, spare } satisfies Reply, transferred)
})
