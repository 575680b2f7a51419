import type { FileFacts } from './data/write-file.ts'
import type { Usage } from './measure.ts'

/** Issue 6, "Must hold". */
const MAX_RATIO = 2
const MAX_RSS_MB = 400

const HEADS = ['x parse', 'limit', 'rss MB', 'limit', 'x cpu', 'seconds', 'MB/s', 'spans/s', '']
const TITLE_WIDTH = 28
const WIDTH = 10

/** The table, ratios first, and whether a limit is missed. */
export function tableOf(
  file: FileFacts,
  parse: Usage,
  check: Usage,
): { readonly text: string; readonly isMissed: boolean } {
  const isMissed = check.wallMs / parse.wallMs > MAX_RATIO || check.maxRssMb >= MAX_RSS_MB
  const row = (title: string, usage: Usage, limits: boolean): string =>
    title.padEnd(TITLE_WIDTH) +
    cells([
      (usage.wallMs / parse.wallMs).toFixed(2),
      limits ? `<= ${MAX_RATIO}` : '',
      usage.maxRssMb.toFixed(0),
      limits ? `< ${MAX_RSS_MB}` : '',
      (usage.cpuMs / parse.cpuMs).toFixed(2),
      (usage.wallMs / 1000).toFixed(1),
      ((file.bytes / usage.wallMs) * 1e-3).toFixed(0),
      ((file.spans / usage.wallMs) * 1000).toFixed(0),
      limits ? (isMissed ? 'MISSED' : 'held') : '',
    ])
  const text = [
    describe(file),
    '',
    ''.padEnd(TITLE_WIDTH) + cells(HEADS),
    row('toolspan check', check, true),
    row('read lines and JSON.parse', parse, false),
  ]
  return { text: text.map((line) => line.trimEnd()).join('\n'), isMissed }
}

function describe({ bytes, lines, spans, runs, toolShare, bodyShare }: FileFacts): string {
  const share = (part: number): string => `${(part * 100).toFixed(1)} %`
  return `${(bytes / 1e6).toFixed(0)} MB, ${lines} lines, ${spans} spans of ${runs} runs in 4 vocabularies: ${share(toolShare)} tool spans, bodies in ${share(bodyShare)}`
}

const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(WIDTH)).join('')
