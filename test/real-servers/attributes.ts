import { expect, it } from 'vitest'
import type { RealSession } from './real-session.ts'

/** What a span says. `undefined` = the span must not say it. */
export interface Said {
  readonly 'toolspan.result.status': string
  readonly 'toolspan.result.reason'?: string
  readonly 'toolspan.result.count'?: number | undefined
  readonly 'toolspan.coverage.status'?: string
  readonly 'toolspan.error.category'?: string | undefined
  readonly 'toolspan.error.retryable'?: boolean | undefined
  readonly 'toolspan.tool.effect'?: string
  readonly 'toolspan.result.views_disagree'?: boolean | undefined
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
      const whole: Said = {
        'toolspan.coverage.status': 'unknown',
        'toolspan.result.views_disagree': undefined,
        ...said,
      }
      for (const [name, expected] of Object.entries(whole)) {
        const got = attributes[name]
        if (got !== expected)
          wrong.push(`${about} (${tool}): ${name} expected ${String(expected)}, got ${String(got)}`)
      }
      const isError =
        said['toolspan.result.status'] === 'failed' || said['toolspan.result.status'] === 'indeterminate'
      if (
        isError !== (attributes['error.type'] !== undefined) &&
        said['toolspan.result.reason'] === 'is_error'
      ) {
        wrong.push(`${about} (${tool}): error.type is ${String(attributes['error.type'])}`)
      }
    }
    expect(wrong).toEqual([])
  })
}
