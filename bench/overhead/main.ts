// npm run bench:overhead: what instrumentation adds to one MCP tool call, as multiples of a hand-written floor.
//   --quick        a smoke run that shows that everything runs; its figures mean nothing and miss no limit
//   --rounds N     how often each row is measured (default 160)
//   --sdk v1|v2    one version of the MCP SDK only
//   --rows TEXT    only the rows whose names hold one of these texts, such as "recover,parent" (default: all)
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { chosenRows } from '../chosen-rows.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Effort, measure } from './measure.ts'
import { FLOOR_ROW, ROWS } from './rows.ts'
import { tableOf } from './table.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    rounds: { type: 'string' },
    sdk: { type: 'string' },
    rows: { type: 'string', default: '' },
  },
})

const QUICK: Effort = { rounds: 8, batch: 20, warmUp: 500 }
const FULL: Effort = { rounds: Number(values.rounds ?? 160), batch: 250, warmUp: 8000 }

const effort = values.quick === true ? QUICK : FULL
const versions = (['v1', 'v2'] as const).filter((sdk) => values.sdk === undefined || values.sdk === sdk)
const rows = chosenRows(ROWS, ({ title }) => title, values.rows)
let isMissed = false

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`)
console.log(`${effort.rounds} rounds of ${effort.batch} calls a row\n`)
for (const sdk of versions) {
  const figures: Figures[] = []
  for (const row of rows) figures.push(figuresOf(await measure(sdk, row, FLOOR_ROW, effort)))
  console.log(`${tableOf(`MCP SDK ${sdk}, in memory`, figures)}\n`)
  isMissed ||= figures.some((row) => row.isMissed === true)
}
if (values.quick === true) console.log('a quick run: its figures mean nothing')
else if (isMissed) {
  console.log('a limit is missed by more than the noise')
  process.exitCode = 1
}
