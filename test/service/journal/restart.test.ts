import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { METRIC_TAIL_SPANS_HELD, METRIC_TAIL_SPANS_SETTLED } from '../../../src/semconv/tail-metrics.ts'
import { openState, type State } from '../../../src/service/state.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { createTestTail } from '../../support/tail-service.ts'
import { findingsOf, trace } from '../../support/trace.ts'
import { loadTraceCases, spansOfCase } from '../../support/trace-cases.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-restart-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const logged: string[] = []

function open(): State {
  return openState({
    state: folder,
    outboxCapacity: 100_000,
    lost: () => expect.unreachable(),
    log: (_, message) => logged.push(message),
  })
}

/** A life of the service, which takes up what the one before left. */
function live<T>(work: (tail: ReturnType<typeof createTestTail>) => T): T {
  const state = open()
  const tail = createTestTail(state)
  try {
    expect(tail.service.restore()).toBe(0)
    return work(tail)
  } finally {
    // Nothing is finished: a process that is killed does not close its files either.
    state.close()
  }
}

function told(findings: readonly Finding[]) {
  return findings.map(({ state: _, ...finding }) => finding).sort((a, b) => (a.id < b.id ? -1 : 1))
}

const plain = (findings: readonly Finding[]): unknown => JSON.parse(JSON.stringify(told(findings)))

const cases = loadTraceCases().filter(({ expect: expected }) => expected.length > 0)

test('finds the same over any number of lives, each finding once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.array(fc.nat(10), { minLength: 1, maxLength: 3 }),
      (testCase, cuts) => {
        rmSync(folder, { recursive: true, force: true })
        const spans = spansOfCase(testCase)
        let from = 0
        for (const cut of cuts) {
          const to = from + cut
          live((tail) => tail.sendSpans(spans.slice(from, to), 'protobuf'))
          from = to
        }
        const found = live((tail) => {
          tail.sendSpans(spans.slice(Math.max(0, from - 2)))
          tail.service.finish()
          return tail.closed()
        })
        expect(plain(found)).toEqual(plain(findingsOf(spans)))
      },
    ),
    { numRuns: 40 },
  )
})

const [first, second] = cases.map(spansOfCase)

test('does not wake up runs that were let go of, whatever else is in their packs', () => {
  const ended = first ?? []
  const open = trace({ id: 'kept', in: 'above', trace: 'open' })
  live((tail) => {
    tail.sendSpans([...ended, ...open])
    tail.tick()
    tail.pass(31_000)
    expect(tail.counted(METRIC_TAIL_SPANS_HELD)).toBe(1)
  })
  live((tail) => {
    expect(tail.counted(METRIC_TAIL_SPANS_HELD)).toBe(1)
    tail.service.finish()
    const ids = tail.closed().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.sort()).toEqual(
      findingsOf(ended)
        .map(({ id }) => id)
        .sort(),
    )
  })
})

test('knows in its next life which findings it has told of to the end', () => {
  const spans = second ?? []
  live((tail) => {
    tail.sendSpans(spans)
    tail.service.finish()
  })
  live((tail) => {
    const before = tail.closed().length
    tail.sendSpans(spans)
    tail.service.finish()
    expect(tail.closed()).toHaveLength(before)
  })
})

test('packs anew what is left of sparse packs, and reads it back', () => {
  const open = trace({ id: 'kept', in: 'above', trace: 'open' })
  const ended = Array.from({ length: 40 }, (_, index) =>
    trace({ id: `s${index}`, trace: `t${index}` }),
  ).flat()
  live((tail) => {
    tail.sendSpans([...ended, ...open])
    tail.pass(31_000)
    tail.tick()
    expect(tail.counted(METRIC_TAIL_SPANS_HELD)).toBe(1)
  })
  live((tail) => {
    expect(tail.counted(METRIC_TAIL_SPANS_HELD)).toBe(1)
    tail.sendSpans(open)
    expect(tail.counted(METRIC_TAIL_SPANS_SETTLED, 'duplicate')).toBe(1)
  })
})

test('loses nothing of what it packed anew while the journal could not be written', () => {
  const open = trace({ id: 'kept', in: 'above', trace: 'open' })
  const ended = Array.from({ length: 40 }, (_, index) =>
    trace({ id: `s${index}`, trace: `t${index}` }),
  ).flat()
  let isFull = false
  const state = openState({ state: folder, outboxCapacity: 100, lost: () => {}, log: () => {} })
  const write = (batch: Parameters<typeof state.journal.write>[0]): void => {
    if (isFull) throw new Error('the disk is full')
    state.journal.write(batch)
  }
  const tail = createTestTail({ ...state, journal: { ...state.journal, size: 0, write } })
  tail.sendSpans([...ended, ...open])
  tail.pass(29_000)
  isFull = true
  tail.pass(3000)
  expect(tail.faults.length).toBeGreaterThan(0)
  isFull = false
  tail.pass(1000)
  state.close()
  live((next) => {
    expect(next.counted(METRIC_TAIL_SPANS_HELD)).toBe(1)
    next.sendSpans(open)
    expect(next.counted(METRIC_TAIL_SPANS_SETTLED, 'duplicate')).toBe(1)
  })
})

test('has one id over all its lives', () => {
  const ids = [1, 2].map(() => {
    const state = open()
    state.close()
    return state.instanceId
  })
  expect(ids[0]).toBe(ids[1])
  expect(readFileSync(join(folder, 'instance-id'), 'utf8').trim()).toBe(ids[0])
})

test('puts a damaged file aside and begins with none', () => {
  writeFileSync(join(folder, 'journal.sqlite'), 'this is no database, and never was one')
  live((tail) => {
    expect(tail.sendSpans(first ?? [])).toEqual({ rejected: 0, message: undefined })
  })
  expect(logged.join()).toContain('damaged')
})

test('refuses a folder that belongs to another service', () => {
  live(() => expect(() => open()).toThrow('belongs to another process'))
})
