import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './built.ts'
import { codeBlocks } from './readme-blocks.ts'

test('docs/testing.md shows the whole example, which runs as a test of its own', () => {
  const blocks = codeBlocks(readFileSync(join(ROOT, 'docs/testing.md'), 'utf8'))
  const example = readFileSync(join(ROOT, 'examples/vitest/desk.test.ts'), 'utf8')
  expect(blocks).toEqual([{ language: 'ts', code: example }])
})
