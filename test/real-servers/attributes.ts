import { expect, it } from 'vitest'
import type { RealSession } from './real-session.ts'

/** What a span says, without the prefix of its attributes. `undefined` = the span must not say it. */
export interface Said {
  readonly 'result.status': string
  readonly 'result.reason'?: string
  readonly 'result.count'?: number | undefined
  readonly 'coverage.status'?: string
  readonly 'error.category'?: string | undefined
  readonly 'error.retryable'?: boolean | undefined
  readonly 'tool.effect'?: string
  readonly 'result.views_disagree'?: boolean | undefined
}

export type Call = readonly [about: string, tool: string, args: Readonly<Record<string, unknown>>, said: Said]

/**
 * Expects what the span of each call says, in order: later calls see what earlier ones did. Coverage is unknown
 * unless a call says else. Without a session the machine is known not to have the server.
 */
export function expectCalls(
  session: () => RealSession | undefined,
  calls: () => readonly Call[],
  count: number,
): void {
  it('REQ-1 REQ-24 each call is told for what it was', async () => {
    const wrong: string[] = []
    const list = calls()
    const real = session()
    if (real === undefined) return
    expect(list.length).toBe(count)
    for (const [about, tool, args, said] of list) {
      const attributes = await real.spanOf(tool, args)
      const whole: Said = { 'coverage.status': 'unknown', 'result.views_disagree': undefined, ...said }
      for (const [name, expected] of Object.entries(whole)) {
        const got = attributes[`toolspan.${name}`]
        if (got !== expected)
          wrong.push(`${about} (${tool}): ${name} expected ${String(expected)}, got ${String(got)}`)
      }
      const isError = said['result.status'] === 'failed' || said['result.status'] === 'indeterminate'
      if (isError !== (attributes['error.type'] !== undefined) && said['result.reason'] === 'is_error') {
        wrong.push(`${about} (${tool}): error.type is ${String(attributes['error.type'])}`)
      }
    }
    expect(wrong).toEqual([])
  })
}
