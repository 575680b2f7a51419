import { describe, expect, test } from 'vitest'
import { callsOf, foundIn, recordedFacts } from './recorded.ts'

/**
 * What is to be read of a recording of the scenario in test/fixtures/recording: orders are found, of refunds there are
 * none, the invoice fails once, the rate is answered at the third request.
 */
export interface RecordedDesk {
  readonly name: string
  /** Rules, severities and tools of what a judge finds. */
  readonly finds: readonly string[]
  /** The agent's name, where it is recorded. */
  readonly agent?: string
  /** How many calls of the model are recorded; each has its name and its tokens. */
  readonly modelCalls?: number
  /** How many of those failed. */
  readonly failedModelCalls?: number
  readonly toolsOffered?: number
  readonly hasCallIds?: boolean
  /** False where arguments are not recorded, or under names that cannot be listed. */
  readonly hasArguments?: boolean
  /** False where results are not recorded: nothing may be said about them then. */
  readonly hasResults?: boolean
  /** What the failed call says of its reason. */
  readonly category?: string | undefined
  /** False where the failed call leaves no span. */
  readonly hasFailedCall?: boolean
  /** The requests of the rate are recorded, too. */
  readonly hasRequests?: boolean
  /** Which trace it is, where a recording holds the scenario more than once. */
  readonly trace?: number
}

/** Tests that recordings of a dialect are read right, and that judging them finds what is there and nothing else. */
export function describeDesk(dialect: string, recordings: readonly RecordedDesk[]): void {
  describe.each(recordings)(`${dialect} as real packages write it ($name)`, (desk) => {
    const facts = recordedFacts(dialect, desk.name, desk.trace)
    const { hasResults = true, hasArguments = true, hasFailedCall = true } = desk
    const only = (tool: string) => {
      const calls = callsOf(facts, tool)
      expect(calls).toHaveLength(1)
      return calls[0]
    }

    test('takes a result with something in it as found', () => {
      expect(only('search_orders')?.result?.status).toBe(hasResults ? 'found' : undefined)
      expect(only('get_rate')?.result?.status).toBe(hasResults ? 'found' : undefined)
    })

    test('takes an empty list as found none, and does not make up how much was looked at', () => {
      const { result, failed } = only('list_refunds') ?? {}
      expect(failed).toBe(false)
      if (!hasResults) expect(result).toBeUndefined()
      else expect(result).toMatchObject({ status: 'found_none', coverage: 'unknown', foreign: true })
    })

    test('reads the failure and the try after it', () => {
      const calls = callsOf(facts, 'fetch_invoice')
      expect(calls.map(({ failed }) => failed)).toEqual(hasFailedCall ? [true, false] : [false])
      const [first, second = first] = calls
      if (hasFailedCall) {
        expect(first?.errorCategory).toBe('category' in desk ? desk.category : 'transient')
        expect(first?.result?.status ?? 'failed').toBe('failed')
        expect(first?.isMarkedFailed).toBe(true)
      }
      expect(first?.fingerprint).toBe(second?.fingerprint)
      expect(second?.result?.status).toBe(hasResults ? 'found' : undefined)
    })

    test('ties calls by what they were asked', () => {
      const asked = ['search_orders', 'list_refunds', 'get_rate'].map((tool) => only(tool)?.fingerprint)
      expect(new Set(asked).size).toBe(hasArguments ? 3 : 1)
      expect(asked.every((one) => one !== undefined)).toBe(hasArguments)
    })

    test('reads the calls of the model and who asked for the tools', () => {
      const models = facts.filter(({ role }) => role === 'model')
      expect(models).toHaveLength(desk.modelCalls ?? 0)
      expect(models.filter(({ failed }) => failed)).toHaveLength(desk.failedModelCalls ?? 0)
      for (const { model, tokens, failed, toolsOffered } of models) {
        expect(model).toBe('model-a')
        if (!failed) expect(tokens).toBeGreaterThanOrEqual(120)
        expect(toolsOffered).toBe(desk.toolsOffered)
      }
      const agents = new Set(facts.filter(({ role }) => role === 'agent').map(({ agent }) => agent))
      expect([...agents]).toEqual(desk.agent === undefined ? [] : [desk.agent])
      expect(only('search_orders')?.callId).toBe(desk.hasCallIds === true ? 'call_1' : undefined)
    })

    test('reads every request for the rate', () => {
      const requests = facts.filter(({ http }) => http?.url.endsWith('/rates/EUR'))
      expect(requests.map(({ http }) => http?.status)).toEqual(
        desk.hasRequests === true ? [503, 503, 200] : [],
      )
    })

    test('belongs to no run but its trace: a conversation is none', () => {
      expect(facts.every(({ runId, turnId }) => runId === undefined && turnId === undefined)).toBe(true)
    })

    test('finds what is there and nothing else', () => {
      expect(foundIn(dialect, desk.name)).toEqual(desk.finds)
    })
  })
}
