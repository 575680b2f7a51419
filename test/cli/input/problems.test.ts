import { expect, test } from 'vitest'
import { createProblemLog } from '../../../src/cli/input/problems.ts'

test('a problem names file, line or byte and what was wrong', () => {
  const told: string[] = []
  const log = createProblemLog((text) => told.push(text))
  log.report('a.jsonl', { line: 3 }, 'not JSON')
  log.report('c.binpb', { byte: 12 }, 'a number is cut off')
  log.report('b.json', undefined, 'no such file')
  log.close()
  expect(told).toEqual([
    'a.jsonl:3: not JSON',
    'c.binpb: byte 12: a number is cut off',
    'b.json: no such file',
  ])
  expect(log.count).toBe(3)
})

test('of a file with a problem on each line the first 20 are told, the others are counted', () => {
  const told: string[] = []
  const log = createProblemLog((text) => told.push(text))
  for (let line = 1; line <= 1000; line += 1) log.report('a.jsonl', { line }, 'not JSON')
  log.report('b.jsonl', { line: 1 }, 'not JSON')
  log.more('b.jsonl', 30)
  log.close()
  expect(told).toHaveLength(23)
  expect(told.slice(-3)).toEqual([
    'b.jsonl:1: not JSON',
    'a.jsonl: 980 more problems of this file',
    'b.jsonl: 30 more problems of this file',
  ])
  expect(log.count).toBe(1031)
})

test('what came with the input cannot steer the terminal', () => {
  const told: string[] = []
  createProblemLog((text) => told.push(text)).report('a', { line: 1 }, 'got "\u001b[2J\n"')
  expect(told).toEqual(['a:1: got "\\u{1b}[2J\\u{a}"'])
})
