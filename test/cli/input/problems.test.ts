import { expect, test } from 'vitest'
import { createProblemLog } from '../../../src/cli/input/problems.ts'

test('a problem names file, line and what was wrong', () => {
  const told: string[] = []
  const log = createProblemLog((text) => told.push(text))
  log.report('a.jsonl', 3, 'not JSON')
  log.report('b.json', undefined, 'no such file')
  log.close()
  expect(told).toEqual(['a.jsonl:3: not JSON', 'b.json: no such file'])
  expect(log.count).toBe(2)
})

test('of a file with a problem on each line the first 20 are told, the others are counted', () => {
  const told: string[] = []
  const log = createProblemLog((text) => told.push(text))
  for (let line = 1; line <= 1000; line += 1) log.report('a.jsonl', line, 'not JSON')
  log.report('b.jsonl', 1, 'not JSON')
  log.close()
  expect(told).toHaveLength(22)
  expect(told.slice(-2)).toEqual(['b.jsonl:1: not JSON', 'a.jsonl: 980 more problems of this file'])
  expect(log.count).toBe(1001)
})

test('what came with the input cannot steer the terminal', () => {
  const told: string[] = []
  createProblemLog((text) => told.push(text)).report('a', 1, 'got "\u001b[2J\n"')
  expect(told).toEqual(['a:1: got "\\u{1b}[2J\\u{a}"'])
})
