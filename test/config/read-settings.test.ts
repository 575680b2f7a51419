import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettings } from '../../src/config/read-settings.ts'

function problemsOf(value: unknown): readonly string[] {
  const read = readSettings(value)
  return 'problems' in read ? read.problems.map(({ message }) => message) : []
}

const MUTE = { rule: 'stale-answer', reason: 'upstream moves in May', until: '2026-05-31' }

test('everything may be set, and nothing has to be', () => {
  const all = {
    thresholds: {
      loopSteps: 6,
      maxToolsOffered: 20,
      terminalStarts: 3,
      newQuestionMs: 0,
      httpIdleWindowMs: 60_000,
      idleWindowMs: 120_000,
    },
    tools: { search_orders: { effect: 'read', idempotent: true, maxAgeMs: 60_000 } },
    rules: { 'tool-overload': 'off', 'gave-up-early': 'warning' },
    mutes: [MUTE, { ...MUTE, tool: 'rates', service: 'billing' }],
  }
  expect(readSettings(all)).toEqual({ settings: all })
  expect(readSettings(undefined)).toEqual({ settings: {} })
  expect(readSettings(null)).toEqual({ settings: {} })
  expect(readSettings({})).toEqual({ settings: {} })
})

test.each<[unknown, string]>([
  [{ threshold: {} }, 'threshold: unknown key; did you mean thresholds?'],
  [{ thresholds: { loopStep: 3 } }, 'thresholds.loopStep: unknown key; did you mean loopSteps?'],
  [{ thresholds: { loop_steps: 3 } }, 'thresholds.loop_steps: unknown key; did you mean loopSteps?'],
  [{ extra: 1 }, 'extra: unknown key; known are thresholds, tools, rules, mutes'],
  [{ thresholds: { loopSteps: 1 } }, 'thresholds.loopSteps: expected a whole number of at least 2, got 1'],
  [
    { thresholds: { loopSteps: 2.5 } },
    'thresholds.loopSteps: expected a whole number of at least 2, got 2.5',
  ],
  [
    { thresholds: { loopSteps: '5' } },
    'thresholds.loopSteps: expected a whole number of at least 2, got "5"',
  ],
  [{ thresholds: [] }, 'thresholds: expected an object with keys and values, got an array'],
  [
    { tools: { search: { effect: 'reed' } } },
    'tools.search.effect: expected one of read, write, unknown, got "reed"; did you mean read?',
  ],
  [{ tools: { search: { maxAge: 5 } } }, 'tools.search.maxAge: unknown key; did you mean maxAgeMs?'],
  [{ tools: { search: 'read' } }, 'tools.search: expected an object with keys and values, got "read"'],
  [
    { tools: { search: { idempotent: 'yes' } } },
    'tools.search.idempotent: expected true or false, got "yes"',
  ],
  [{ rules: { 'retry-strom': 'off' } }, 'rules.retry-strom: unknown rule; did you mean retry-storm?'],
  [
    { rules: { 'retry-storm': 'of' } },
    'rules.retry-storm: expected one of off, info, warning, critical, got "of"; did you mean off?',
  ],
  [
    { rules: { 'retry-storm': false } },
    'rules.retry-storm: expected one of off, info, warning, critical, got false',
  ],
  [{ mutes: MUTE }, 'mutes: expected a list, got an object'],
  [
    { mutes: [{ ...MUTE, rule: 'stale-answers' }] },
    expect.stringMatching(
      /^mutes\[0\]\.rule: expected one of empty-unknown-coverage, .*, got "stale-answers"; did you mean stale-answer\?$/,
    ) as string,
  ],
  [{ mutes: [{ ...MUTE, reason: ' ' }] }, 'mutes[0].reason: expected a text that is not empty, got " "'],
  [
    { mutes: [{ ...MUTE, reason: undefined }] },
    'mutes[0].reason: expected a text that is not empty, got nothing',
  ],
  [{ mutes: [{ ...MUTE, until: 'soon' }] }, 'mutes[0].until: expected a day such as 2026-12-31, got "soon"'],
  [
    { mutes: [{ ...MUTE, until: '2026-02-30' }] },
    'mutes[0].until: expected a day such as 2026-12-31, got "2026-02-30"',
  ],
  [{ mutes: [MUTE, { ...MUTE, tol: 'x' }] }, 'mutes[1].tol: unknown key; did you mean tool?'],
  ['text', 'the settings: expected an object with keys and values, got "text"'],
  [[1], 'the settings: expected an object with keys and values, got an array'],
])('%j is told with its path, what was expected and what came', (value, message) => {
  expect(problemsOf(value)).toEqual([message])
})

test('all that is wrong is told at once', () => {
  expect(
    problemsOf({ thresholds: { loopSteps: 0, terminalStarts: 0 }, rules: { 'retry-storm': 'no' } }),
  ).toHaveLength(3)
})

test('whatever comes in, it is read or told, and never an exception', () => {
  const keys = fc.constantFrom('thresholds', 'tools', 'rules', 'mutes', '__proto__', 'constructor')
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything({ maxDepth: 3 }))), (value) => {
      const read = readSettings(value)
      if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
