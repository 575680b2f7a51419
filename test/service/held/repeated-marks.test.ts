import { expect, test } from 'vitest'
import { markOfRepeated } from '../../../src/service/held/repeated-marks.ts'
import { createCues } from '../../../src/tail/cues.ts'
import { emptyFacts } from '../../../src/tail/facts/packed/layout.ts'
import type { RepeatedFacts } from '../../../src/tail/facts/packed/repeated-facts.ts'
import { DEFAULT_RULE_SETTINGS } from '../../../src/tail/rule-settings.ts'
import { RULES } from '../../../src/tail/rules/index.ts'

const MINUTE_MS = 60_000

function repeatedTool(): RepeatedFacts {
  return {
    facts: { ...emptyFacts(), role: 'tool' },
    own: [],
    pack: undefined,
    at: 0,
    tags: [],
    mark: 0,
    shortestMs: Number.POSITIVE_INFINITY,
    longestMs: Number.NEGATIVE_INFINITY,
  }
}

test('what spans show is the same whether it was known or not, at any length and in any order', () => {
  const cues = createCues(RULES, DEFAULT_RULE_SETTINGS)
  const repeated = repeatedTool()
  const lengths = [
    1,
    100,
    50,
    40 * MINUTE_MS,
    2,
    undefined,
    50 * MINUTE_MS,
    45 * MINUTE_MS,
    0,
    3,
    -5,
    41 * MINUTE_MS,
  ]
  const marks = lengths.map((lengthMs, start) => {
    repeated.facts.startMs = 1000 * start
    repeated.facts.endMs = lengthMs === undefined ? undefined : 1000 * start + lengthMs
    const mark = markOfRepeated(cues, repeated)
    expect(mark).toBe(cues.markOf(repeated.facts))
    return mark
  })
  expect(new Set(marks).size).toBe(2)
})

test('rules are asked only where a span is shorter or longer than those before', () => {
  let asked = 0
  const cues = createCues(
    RULES.slice(0, 1).map((rule) => ({ ...rule, isCue: () => ++asked > 0 })),
    DEFAULT_RULE_SETTINGS,
  )
  const repeated = repeatedTool()
  for (const endMs of [5, 9, 7, 6, 8, 12, 11]) {
    repeated.facts.endMs = endMs
    markOfRepeated(cues, repeated)
  }
  expect(asked).toBe(3)
})
