import { expect, test } from 'vitest'
import { FactsPack } from '../../../../src/tail/facts/packed/facts-pack.ts'
import { emptyFacts } from '../../../../src/tail/facts/packed/layout.ts'
import { PackReader } from '../../../../src/tail/facts/packed/pack-reader.ts'

const ids = new Uint32Array(8)
const label = { note: 0, mark: 0 }

function servicesOf(pack: FactsPack): string[] {
  const reader = new PackReader(pack.take())
  return [...reader.spans()].map((span) => reader.unpack(span).service)
}

test('an empty text stays empty, whatever long texts came before', () => {
  const pack = new FactsPack()
  // Long texts are not remembered: any of these may share a slot with the empty one.
  const long = Array.from({ length: 3000 }, (_, number) => `${'x'.repeat(300)}${number}`)
  for (const service of long) pack.add({ ...emptyFacts(), service }, ids, label)
  pack.add({ ...emptyFacts(), service: '' }, ids, label)
  expect(servicesOf(pack)).toEqual([...long, ''])
})

test('a pack that forgets all of its spans forgets their texts', () => {
  const pack = new FactsPack()
  pack.add({ ...emptyFacts(), service: 'kept' }, ids, label)
  const alone = pack.take().length
  const start = pack.end
  for (let number = 0; number < 1000; number++)
    pack.add({ ...emptyFacts(), service: `s${number}` }, ids, label)
  pack.forget(start)
  pack.add({ ...emptyFacts(), service: 'kept' }, ids, label)
  expect(pack.take()).toHaveLength(alone)
})
