import { afterEach, expect, test } from 'vitest'
import { failing, model } from '../support/calls.ts'
import { type JudgedProcess, judgedProcess } from '../support/judged-process.ts'
import type { TestSpan } from '../support/trace.ts'

let running: JudgedProcess | undefined
afterEach(async () => {
  await running?.shutdown()
  running = undefined
})

const openRun: TestSpan = {
  id: 'run',
  name: 'invoke_agent desk',
  at: [0],
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'desk',
}

const rounds = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    failing(`t${index + 1}`, 'open_page', 'permission', {
      at: [index * 100, index * 100 + 50],
      'toolspan.operation.fingerprint': 'page',
    }),
  )

const toldOf = (process: JudgedProcess, rule: string) =>
  process.told.filter((finding) => finding.rule === rule).map(({ state, attempts }) => [state, attempts])

test('a loop is told when it holds, and again when it has been quiet, with its final number (REQ-38)', () => {
  running = judgedProcess()
  running.play(openRun, ...rounds(9))
  running.clock.advance(1_000)
  expect(toldOf(running, 'no-progress-loop')).toEqual([['open', 9]])
  running.clock.advance(60_000)
  expect(toldOf(running, 'no-progress-loop')).toEqual([
    ['open', 9],
    ['closed', 9],
  ])
})

test('calls after a final no are told the same way', () => {
  running = judgedProcess()
  const refused = Array.from({ length: 7 }, (_, index) =>
    model(`m${index}`, {
      at: [index * 100, index * 100 + 50],
      failed: true,
      'toolspan.error.category': 'business',
      'toolspan.error.code': 'QUOTA_EXHAUSTED',
    }),
  )
  running.play(openRun, ...refused)
  running.clock.advance(1_000)
  expect(toldOf(running, 'terminal-ignored')).toEqual([['open', 6]])
  running.clock.advance(60_000)
  expect(toldOf(running, 'terminal-ignored').at(-1)).toEqual(['closed', 6])
})
