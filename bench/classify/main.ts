// npm run bench:classify: what it takes to say what a result meant, by the form and the size of the result.
//   --quick   a smoke run that shows that everything runs; its figures mean nothing and miss no limit
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measure, NOISE } from './figures.ts'
import { collectKinds } from './kinds.ts'
import { HEAD, rowOf } from './table.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' } } })
const batches = values.quick === true ? 2 : 60

const kinds = await collectKinds()
// All of them once before anything counts: what is compiled for a few kinds only is faster than it will be.
for (const kind of kinds) measure(kind, 2)
const figures = kinds.map((kind) => measure(kind, batches))

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}\n`)
for (const line of [HEAD, ...figures.map(rowOf)]) console.log(line)
if (values.quick === true) console.log('\na quick run: its figures mean nothing')
else if (figures.some((each) => each.isMissed === true)) {
  console.log(`\na limit is missed by more than ${NOISE * 100} %`)
  process.exitCode = 1
}
