// npm run bench:check: what `toolspan check` takes for a file, as a multiple of what reading it and parsing its lines
// takes. Runs take turns, and the least disturbed one of each counts.
//   --size 64mb    a smaller file; the limits are those of 1gb
//   --rounds N     how often each is run (default 2)
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFile } from './data/write-file.ts'
import { best, measure, type Usage } from './measure.ts'
import { tableOf } from './table.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNITS: Readonly<Record<string, number>> = { mb: 1e6, gb: 1e9 }

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1gb' }, rounds: { type: 'string', default: '2' } },
})
const [, count = '', unit = ''] = /^(\d+)(mb|gb)$/.exec(values.size) ?? []
const bytes = Number(count) * (UNITS[unit] ?? Number.NaN)
if (!(bytes > 0)) throw new Error(`--size: expected a size such as 64mb or 1gb, got ${values.size}`)

const folder = mkdtempSync(join(tmpdir(), 'toolspan-bench-'))
try {
  const path = join(folder, 'traces.jsonl')
  const file = writeFile(path, bytes)
  const parse: Usage[] = []
  const check: Usage[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    parse.push(await measure([join(import.meta.dirname, 'read-and-parse.ts'), path]))
    const command = [join(ROOT, 'dist/cli/main.js'), 'check', '--format', 'json', '--fail-on', 'never', path]
    check.push(await measure(command))
  }
  console.log(
    `node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const { text, isMissed } = tableOf(file, best(parse), best(check))
  console.log(text)
  if (isMissed) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
