import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { defineShape, type OwnShape } from '../../../src/outcome/stated/own-shape.ts'
import { swallowedErrors } from '../../../src/self/swallow.ts'
import { jsonResult, textResult } from '../../support/tool-results.ts'

/** A warehouse that answers `{ "ack": "NAK", "why": 17 }` when it refuses. */
const refusal = defineShape({
  id: 'warehouse-refusal',
  read({ data }) {
    if (typeof data !== 'object' || data === null || Reflect.get(data, 'ack') !== 'NAK') return undefined
    return { category: 'business', code: String(Reflect.get(data, 'why')) }
  },
})
const idle = defineShape({
  id: 'idle-words',
  read: ({ text }) => (text?.startsWith('(idle') ? { status: 'found_none' } : undefined),
})
const about = { effect: 'read', shapes: [refusal, idle] } as const

describe('a shape of your own', () => {
  it('is read like one of ours, and says that it was it', () => {
    expect(classifyResult(jsonResult({ ack: 'NAK', why: 17 }), about)).toMatchObject({
      status: 'failed',
      reason: 'own_shape',
      source: 'mapped',
      category: 'business',
      retryable: false,
      code: '17',
    })
    expect(classifyValue('(idle since noon)', about)).toMatchObject({ status: 'found_none', count: 0 })
  })

  it.each([{ ack: 'ACK', why: 0 }, 'idle hands', [], null])('leaves other results alone: %j', (value) => {
    expect(classifyValue(value, about)).toEqual(classifyValue(value, { effect: 'read' }))
  })

  it('the first that answers counts', () => {
    const never = defineShape({ id: 'all', read: () => ({ status: 'completed' }) })
    expect(classifyValue('(idle)', { shapes: [idle, never] }).status).toBe('found_none')
  })

  it('does not overrule what a result states about itself; describe overrules both', () => {
    const all = defineShape({ id: 'all', read: () => ({ status: 'completed' }) })
    const stated = jsonResult({ status: 'found_none', count: 0 })
    expect(classifyResult(stated, { shapes: [all] }).status).toBe('found_none')
    expect(classifyResult(textResult('a'), { shapes: [all], describe: () => ({ count: 2 }) })).toMatchObject({
      status: 'completed',
      count: 2,
    })
  })

  it('sees what came, its data, its words and the flag', () => {
    const seen: unknown[] = []
    const spy = defineShape({
      id: 'spy',
      read(result) {
        seen.push(result)
        return undefined
      },
    })
    const data = jsonResult({ a: 1 })
    const words = { ...textResult('x'.repeat(20_000)), isError: true }
    classifyResult(data, { tool: 't', effect: 'read', shapes: [spy] })
    classifyResult(words, { shapes: [spy] })
    expect(seen).toEqual([
      { result: data, data: { a: 1 }, text: undefined, isError: false, tool: 't', effect: 'read' },
      {
        result: words,
        data: undefined,
        text: 'x'.repeat(16_384),
        isError: true,
        tool: undefined,
        effect: 'unknown',
      },
    ])
  })

  it('that throws is counted, and the next one is asked (REQ-36)', () => {
    const broken = defineShape({
      id: 'broken',
      read() {
        throw new Error('shape')
      },
    })
    const before = swallowedErrors().hook ?? 0
    expect(classifyValue('(idle)', { shapes: [broken, idle] }).status).toBe('found_none')
    expect(swallowedErrors().hook).toBe(before + 1)
  })

  it.each([
    [undefined, 'the shape given to defineShape'],
    [{ read: String }, 'the id of a shape'],
    [{ id: ' ', read: String }, 'the id of a shape'],
    [{ id: 'a', read: 'x' }, 'read of the shape a'],
  ])('that is none is refused at start: %j', (shape, named) => {
    expect(() => defineShape(shape as unknown as OwnShape)).toThrow(named)
  })
})
