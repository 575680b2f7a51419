import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfigFile } from '../../src/cli/config-file.ts'

let path: string

beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'toolspan-config-')), 'toolspan.yaml')
})

afterAll(() => rmSync(join(path, '..'), { recursive: true }))

function read(text: string): unknown {
  writeFileSync(path, text)
  const config = readConfigFile(path)
  return 'faults' in config
    ? config.faults.map((fault) => fault.replace(path, 'toolspan.yaml'))
    : config.settings
}

test('a file with everything in it is read', () => {
  const text = `
# what we know
thresholds:
  loopSteps: 8
tools:
  search_orders: { effect: read, maxAgeMs: 60000 }
rules:
  tool-overload: off
  gave-up-early: warning
mutes:
  - rule: stale-answer
    tool: get_rate
    service: billing
    reason: upstream moves in May
    until: 2026-05-31
`
  expect(read(text)).toEqual({
    thresholds: { loopSteps: 8 },
    tools: { search_orders: { effect: 'read', maxAgeMs: 60_000 } },
    rules: { 'tool-overload': 'off', 'gave-up-early': 'warning' },
    mutes: [
      {
        rule: 'stale-answer',
        tool: 'get_rate',
        service: 'billing',
        reason: 'upstream moves in May',
        until: '2026-05-31',
      },
    ],
  })
})

test('an empty file and one of comments mean all defaults; JSON is read as well', () => {
  expect(read('')).toEqual({})
  expect(read('# nothing yet\n')).toEqual({})
  expect(read('{"thresholds":{"loopSteps":6}}')).toEqual({ thresholds: { loopSteps: 6 } })
})

test.each([
  [
    'thresholds:\n  loopSteps: 5\n  loopStep: 6\n',
    ['toolspan.yaml:3: thresholds.loopStep: unknown key; did you mean loopSteps?'],
  ],
  [
    'thresholds:\n  loopSteps: many\n',
    ['toolspan.yaml:2: thresholds.loopSteps: expected a whole number of at least 2, got "many"'],
  ],
  [
    'rules:\n\n  retry-strom: off\n',
    ['toolspan.yaml:3: rules.retry-strom: unknown rule; did you mean retry-storm?'],
  ],
  [
    'rules:\n  retry-strom: off\n  stale-answer: loud\n',
    [
      'toolspan.yaml:2: rules.retry-strom: unknown rule; did you mean retry-storm?',
      'toolspan.yaml:3: rules.stale-answer: expected one of off, info, warning, critical, got "loud"',
    ],
  ],
  [
    'mutes:\n  - rule: stale-answer\n    reason: x\n',
    ['toolspan.yaml:2: mutes[0].until: expected a day such as 2026-12-31, got nothing'],
  ],
  ['mutes:\n  - 7\n', ['toolspan.yaml:2: mutes[0]: expected an object with keys and values, got 7']],
  ['just text\n', ['toolspan.yaml: the settings: expected an object with keys and values, got "just text"']],
])('%j is told with file and line', (text, faults) => {
  expect(read(text)).toEqual(faults)
})

test.each([
  ['thresholds: {loopSteps: 5\n', /^toolspan\.yaml:\d+: /],
  ['thresholds:\n  loopSteps: 5\nthresholds:\n  loopSteps: 6\n', /^toolspan\.yaml:3: .*unique/],
  ['\tthresholds: 1\n', /^toolspan\.yaml:1: .*tab/i],
])('YAML that is none is told: %j', (text, fault) => {
  expect(read(text)).toEqual([expect.stringMatching(fault), ...(read(text) as string[]).slice(1)])
})

test('aliases that grow without end are told, not followed', () => {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level},`.repeat(9)}]`,
  )
  const faults = read(`a0: &a0 [x,x,x]\n${levels.join('\n')}\n`)
  expect(faults).toEqual([expect.stringContaining('toolspan.yaml')])
})

test('a file that is not there is told', () => {
  expect(readConfigFile(join(path, '../missing.yaml'))).toEqual({
    faults: [expect.stringMatching(/missing\.yaml: no such file$/)],
  })
})
