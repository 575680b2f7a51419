import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt, ROOT } from '../examples/built.ts'

beforeAll(ensureBuilt)

/** Nothing is asserted about times: a machine that runs tests is busy. */
async function quickRun(benchmark: string): Promise<string> {
  const program = join(ROOT, 'bench', benchmark, 'main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--quick'])
  return stdout
}

/** Each row has four processes of its own, and a busy machine takes seconds to start one. */
const MANY_PROCESSES_MS = 600_000

it(
  'the overhead of a call is printed for both SDK versions, floor and limits included',
  async () => {
    const printed = await quickRun('overhead')

    expect(printed.match(/^MCP SDK v[12], in memory/gm)).toEqual([
      'MCP SDK v1, in memory',
      'MCP SDK v2, in memory',
    ])
    expect(printed.match(/^hand-written floor +1\.00/gm)).toHaveLength(2)
    expect(printed.match(/<= 2\b/g)).toHaveLength(2)
  },
  MANY_PROCESSES_MS,
)

it('classifying is printed for every form of result, JSON as a multiple of parsing it', async () => {
  const printed = await quickRun('classify')

  expect(printed).toMatch(/^structured, below 2 KB .*<= 2 us/m)
  expect(printed).toMatch(/^prose of 100 KB .*<= 20 us/m)
  expect(printed).toMatch(/^JSON text, 4 KB to 256 KB +\d+\.\d\d .*<= 1\.3 x/m)
})
