import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/config/read-settings.ts'

test('the example of the configuration page is a right one', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/config.md'), 'utf8')
  const example = /```yaml\n(.*?)```/s.exec(page)?.[1] ?? ''
  const read = readSettings(parse(example))
  expect(read).toMatchObject({ settings: { thresholds: {}, tools: {}, rules: {}, mutes: [{}] } })
})
