import { describe, expect, test } from 'vitest'
import { foundIn, recordedFacts, recordedSpans } from '../../../support/recorded.ts'
import { findingsOf } from '../../../support/trace.ts'

/** Requests of real instrumentations, recorded by test/fixtures/http: today's names, the old ones, and both at once. */
const RECORDINGS = ['python-old', 'python-dup', 'node-old', 'node']

describe.each(RECORDINGS)('requests that real instrumentations wrote (%s)', (name) => {
  const requests = recordedFacts('http', name).filter(({ role }) => role === 'http')
  const to = (path: string) => requests.filter(({ http }) => http?.url.includes(path))

  test.each(['/rates/EUR', '/rates/USD'])('reads every try of %s with its status, host and wait', (path) => {
    expect(to(path).map(({ failed, http }) => [http?.method, http?.host, http?.status, failed])).toEqual([
      ['GET', '127.0.0.1', 503, true],
      ['GET', '127.0.0.1', 503, true],
      ['GET', '127.0.0.1', 200, false],
    ])
    expect(to(path)[0]).toMatchObject({ errorCategory: 'transient', retryAfterMs: 0 })
  })

  test('reads the address without its fragment', () => {
    expect(to('/nowhere')[0]).toMatchObject({ failed: true, errorCategory: undefined, http: { status: 404 } })
    expect(to('/nowhere')[0]?.http?.url.endsWith('/nowhere?page=2')).toBe(true)
  })

  test('reads a request that was never answered', () => {
    expect(to('/refused')[0]).toMatchObject({ failed: true, errorCategory: 'transient' })
    expect(to('/refused')[0]?.http?.status).toBeUndefined()
  })

  test('reads by which count the model client repeats a request', () => {
    expect(
      to('/chat/completions').map(({ http }) => [http?.status, http?.sequence, http?.sequenceBy]),
    ).toEqual([
      [200, 0, 'header'],
      [503, 0, 'header'],
      [200, 1, 'header'],
    ])
  })

  test('finds nothing wrong with callers that try again alone and within reason', () => {
    expect(foundIn('http', name)).toEqual([])
  })
})

describe('a client that counts its retries, under a loop that starts it anew (node-storm)', () => {
  const requests = recordedFacts('http', 'node-storm').filter(({ role }) => role === 'http')

  test('reads the sequences of the one and the invocation of the other', () => {
    const toModel = requests.filter(({ client }) => client === 'openai')
    expect(toModel.map(({ http }) => http?.sequence)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
    const toAws = requests.filter(({ client }) => client === 'aws_sdk')
    expect(toAws.map(({ attempt, http }) => [attempt, http?.invocationMax, http?.status])).toEqual([
      [1, 4, 503],
      [2, 4, 503],
      [3, 4, 200],
    ])
    expect(new Set(toAws.map(({ http }) => http?.invocationId)).size).toBe(1)
  })

  test('finds that the budget of the model client was opened anew, and nothing about the other', () => {
    const findings = findingsOf(recordedSpans('http', 'node-storm'))
    expect(findings).toMatchObject([{ rule: 'budget-reset', severity: 'critical', attempts: 9, resets: 2 }])
  })
})
