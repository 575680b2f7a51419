// npm run demo: plays one run of an agent over real MCP servers, prints the run as its spans tell it, and what
// Toolspan finds in them. `--json FILE` also writes the findings and the counts to a file.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { renderFindings } from '../../src/cli/render/findings.ts'
import { createPaint, showsColor } from '../../src/cli/render/paint.ts'
import { renderSummary, requestsInSpans } from './print/summary.ts'
import { renderTree } from './print/tree.ts'
import { runDemo } from './run.ts'

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const color = showsColor(process.stdout)
const paint = createPaint(color)

console.log(
  paint(
    'strong',
    'A coordinator with two subagents, three MCP servers, a dependency that fails on cue: five processes\n',
  ),
)
const result = await runDemo()
console.log(paint('strong', 'The run, as its spans tell it'))
console.log(renderTree(result.spans, { color }))
console.log(paint('strong', 'Findings'))
console.log(renderFindings(result.findings, { color }))
console.log(renderSummary(result, { color }))

if (values.json !== undefined) {
  const { findings, counts, counted, seenLive } = result
  const said = Object.fromEntries(requestsInSpans(result))
  writeFileSync(values.json, JSON.stringify({ counts, counted, said, seenLive, findings }, undefined, 2))
}
