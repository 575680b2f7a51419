// The body of a worker thread: a hand that does what it is told, in order.
import { parentPort } from 'node:worker_threads'
import { DEFAULT_JUDGING } from '../../tail/judging.ts'
import { createHand } from './hand.ts'
import type { Order } from './hired-hand.ts'
import type { Chunk } from './partitions.ts'

const hand = createHand(DEFAULT_JUDGING)

parentPort?.on('message', ({ method, values }: Order) => {
  const answer = Reflect.apply(hand[method], undefined, values)
  const chunks: readonly Chunk[] = answer?.chunks ?? []
  parentPort?.postMessage(
    answer,
    chunks.map(({ bytes }) => bytes.buffer),
  )
})
