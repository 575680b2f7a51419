import { LABEL, SERIES } from '../series.ts'
import type { AlertCase } from './alert-case.ts'

const TOOL = { [LABEL.service]: 'orders-agent', [LABEL.tool]: 'search_orders' }
const LAYER = { [LABEL.service]: 'orders-agent', [LABEL.layer]: 'tool' }

function series(name: string, labels: Readonly<Record<string, string>>): string {
  return `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')}}`
}

function empties(coverage: string): string {
  return series(SERIES.toolResults, { ...TOOL, [LABEL.status]: 'found_none', [LABEL.coverage]: coverage })
}

function tries(attempt: string): string {
  return series(SERIES.spanCalls, { ...LAYER, [LABEL.attempt]: attempt })
}

/** What the alerts on shares have to do. */
export const SHARE_CASES: readonly AlertCase[] = [
  {
    name: 'fires when most empty answers have been of unknown coverage for a quarter of an hour',
    alert: 'ToolCoverageUnknown',
    series: { [empties('unknown')]: '0+2x60', [empties('complete')]: '0+1x60' },
    quietAt: [1, 10],
    firesAt: [25, 50],
    firing: [TOOL],
  },
  {
    name: 'resolves when the tool says what it searched',
    alert: 'ToolCoverageUnknown',
    series: { [empties('unknown')]: '0+2x30 60x60', [empties('complete')]: '0+1x30 30+3x60' },
    quietAt: [80],
    firesAt: [30],
    firing: [TOOL],
  },
  {
    name: 'is quiet when most say what they searched',
    alert: 'ToolCoverageUnknown',
    series: { [empties('unknown')]: '0+1x60', [empties('complete')]: '0+2x60' },
    quietAt: [25, 50],
    firesAt: [],
  },
  {
    name: 'is quiet about a handful of calls',
    alert: 'ToolCoverageUnknown',
    series: { [empties('unknown')]: '0x10 2x50' },
    quietAt: [26, 40],
    firesAt: [],
  },
  {
    name: 'fires when one try in six has been a retry for a quarter of an hour',
    alert: 'ToolRetryShareHigh',
    series: { [tries('1')]: '0+10x60', [tries('2')]: '0+1x60', [tries('3')]: '0+1x60' },
    quietAt: [1, 10],
    firesAt: [25, 50],
    firing: [LAYER],
  },
  {
    name: 'is quiet below a tenth',
    alert: 'ToolRetryShareHigh',
    series: { [tries('1')]: '0+10x60', [tries('2')]: '0+1x60' },
    quietAt: [25, 50],
    firesAt: [],
  },
  {
    name: 'counts a tenth try as a retry too',
    alert: 'ToolRetryShareHigh',
    series: { [tries('1')]: '0+10x60', [tries('10')]: '0+2x60' },
    quietAt: [10],
    firesAt: [25],
    firing: [LAYER],
  },
]
