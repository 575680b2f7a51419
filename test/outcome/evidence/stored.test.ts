import fc from 'fast-check'
import { expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { COMPUTED, stored } from '../../../src/outcome/evidence/stored.ts'

/** As an object mapper makes it: what a row holds is stored, what belongs to it is fetched when it is asked for. */
class Order {
  static queries = 0
  readonly id: number
  readonly items: readonly string[]

  constructor(id: number, items: readonly string[]) {
    this.id = id
    this.items = items
  }

  get content(): never {
    Order.queries++
    throw new Error('the connection is closed')
  }

  get result() {
    Order.queries++
    return {}
  }

  get error() {
    Order.queries++
    return 'late'
  }

  toJSON() {
    Order.queries++
    return {}
  }
}

it('is the value itself for whatever JSON holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(stored(value)).toBe(value)
    }),
  )
})

it('REQ-1 a class is judged by what its objects store, and asked for nothing', () => {
  expect(classifyValue(new Order(1, ['a', 'b']), { effect: 'read' }).status).toBe('found')
  expect(classifyValue({ rows: [new Order(1, [])] }, { effect: 'read' })).toMatchObject({
    status: 'found',
    count: 1,
  })
  expect(stored(new Order(1, ['a']))).toEqual({ id: 1, items: ['a'] })
  expect(Order.queries).toBe(0)
})

it('REQ-1 a result whose fields are all worked out when they are read is unknown, and none is read', () => {
  let read = 0
  const lazy = {
    get rows() {
      read++
      return []
    },
  }
  expect(stored(lazy)).toBe(COMPUTED)
  expect(classifyValue(lazy, { effect: 'read' })).toMatchObject({ status: 'unknown', reason: 'unread' })
  expect(classifyValue(Object.assign(Object.create(null), { rows: [] })).status).toBe('found_none')
  const mixed = Object.defineProperty({ count: 0, items: [] }, 'total', {
    enumerable: true,
    get: () => read++,
  })
  expect(classifyValue(mixed, { effect: 'read' }).status).toBe('found_none')
  expect(read).toBe(0)
})

it('an object that keeps everything to itself is a value, as before', () => {
  class Handle {
    readonly #id = 1
    has(id: number): boolean {
      return this.#id === id
    }
  }
  expect(classifyValue(new Handle(), { effect: 'read' }).status).toBe('found')
})
