import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt, ROOT } from './built.ts'

const PROGRAM = 'examples/budgets/main.ts'

describe('the example of the budgets page', () => {
  beforeAll(ensureBuilt, 120_000)

  test('makes 81 requests with loops and three with recover(), as the page says (REQ-14, REQ-20)', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], { cwd: ROOT, encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toBe('loops:     81 requests\nrecover(): 3 requests\n')
    expect(status).toBe(0)
    const page = readFileSync(join(ROOT, 'docs/budgets.md'), 'utf8')
    expect(page).toContain(`\`\`\`\n${stdout}\`\`\`\n`)
  })
})
