import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { FINDINGS_SCOPE } from '../../src/semconv/scopes.ts'
import { ROOT } from './built.ts'
import { type DemoRun, runDemoProgram } from './demo-run.ts'
import { codeBlocks } from './readme-blocks.ts'

const MAX_MS = 30_000

let run: DemoRun

beforeAll(async () => {
  run = await runDemoProgram()
}, 90_000)

/** The findings of a rule, the numbers of each. */
function findingsOf(rule: string) {
  return run.report.findings.filter((finding) => finding.rule === rule)
}

describe('npm run demo', () => {
  it('ends by itself in under 30 s, without an error', () => {
    expect(run.errors).toBe('')
    expect(run.exitCode).toBe(0)
    expect(run.tookMs).toBeLessThan(MAX_MS)
  })

  it('leaves neither processes nor files behind', () => {
    expect(run.leftProcesses).toBe(false)
    expect(run.leftFiles).toEqual([])
  })

  it('flags the bare empty answer and nothing else that is empty (REQ-25)', () => {
    expect(findingsOf('empty-unknown-coverage')).toMatchObject([
      { severity: 'warning', complete: true, origin: { service: 'coordinator', tool: 'list_returns' } },
    ])
  })

  it('flags the storm over three processes with the tries of each layer (REQ-25)', () => {
    expect(findingsOf('retry-storm')).toMatchObject([
      {
        severity: 'critical',
        attempts: 27,
        amplification: 9,
        requests: 27,
        recovered: false,
        complete: true,
        layers: [
          { layer: 'coordinator', attempts: 3 },
          { layer: 'mcp_client', attempts: 9 },
          { layer: 'http', attempts: 27 },
        ],
      },
    ])
  })

  it('flags the budget resets inside the storm as information (REQ-25)', () => {
    const resets = findingsOf('budget-reset').map(({ severity, attempts, resets }) => ({
      severity,
      attempts,
      resets,
    }))
    expect(resets).toHaveLength(2)
    expect(resets).toContainEqual({ severity: 'info', attempts: 9, resets: 2 })
    expect(resets).toContainEqual({ severity: 'info', attempts: 27, resets: 8 })
  })

  it('flags the old answer once, where it came from, although a subagent passed it on (REQ-8)', () => {
    expect(findingsOf('stale-answer')).toMatchObject([
      { severity: 'warning', complete: true, origin: { service: 'coordinator', tool: 'find_shipments' } },
    ])
  })

  it('flags once that a server without envelopes loses what its dependency had said (REQ-26)', () => {
    expect(findingsOf('category-lost')).toMatchObject([
      { severity: 'warning', complete: true, origin: { service: 'coordinator', tool: 'get_stock' } },
    ])
  })

  it('finds nothing in the recovery, the genuine zero, the refund that is looked up and the denial', () => {
    expect(run.report.findings).toHaveLength(6)
  })

  it('says of every request what the dependency itself has counted', () => {
    expect(run.report.counted['GET /stock/A-7']).toBe(27)
    expect(run.report.said).toEqual(run.report.counted)
    expect(run.output).toMatch(/GET \/stock\/A-7 +27 +27\n/)
  })

  it.each([
    ['an archive that came back', /archive-handler attempt +try 2 of 3 {2}failed {2}transient, retryable/],
    ['its answer', /tools\/call search_archive +mcp_client {2}found 1 {2}coverage complete 1\/1/],
    [
      'an archive that did not',
      /recover archive-handler +3 tries allowed {2}failed {2}transient, not retryable, budget spent \(attempts\), 2 partial results kept/,
    ],
    ['its gap at the coordinator', /ask_archivist +coordinator {2}failed .*2 partial results kept/],
    ['a genuine zero', /search_orders +mcp_client {2}found_none among 1204 {2}coverage complete 1\/1/],
    ['a bare empty list', /list_returns +mcp_client {2}found_none {2}coverage unknown/],
    ['a stale zero', /find_shipments +mcp_client {2}found_none among 310 {2}coverage complete 1\/1 {2}stale/],
    ['an unanswered refund', /refund_order +mcp_client {2}indeterminate {2}transient, not retryable/],
    ['a denial', /read_contract +mcp_client {2}failed {2}permission, not retryable/],
    ['a server without Toolspan', /read_text_file +mcp_client {2}found/],
    ['equal tries once', /ask_clerk +coordinator {2}failed .*(\n {4}.*)+\n {2}… 2 more like it, 34 spans/],
  ])('shows %s in the tree', (_what, line) => {
    expect(run.output).toMatch(line)
  })

  it('prints plain text where nobody sees colour', () => {
    expect(run.output).not.toContain('\u001b')
  })

  it('exports every span to the backend that OTEL_EXPORTER_OTLP_ENDPOINT names', () => {
    const ofTheRun = run.exported.filter((span) => span.scope !== FINDINGS_SCOPE)
    expect(ofTheRun).toHaveLength(run.report.counts.spans)
    expect(new Set(ofTheRun.map((span) => span.service))).toEqual(
      new Set(['coordinator', 'orders-server', 'archive-server']),
    )
  })

  it('prints the findings that the README shows', () => {
    const shown = codeBlocks(readFileSync(join(ROOT, 'README.md'), 'utf8')).filter(
      ({ language }) => language === 'text',
    )
    expect(shown).not.toEqual([])
    for (const { code } of shown) expect(withoutChance(run.output)).toContain(withoutChance(code))
  })
})

/** The text without what differs from run to run: ids, times, durations. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\b[0-9a-f]{32}\b/g, 'TRACE')
    .replace(/\b[0-9a-f]{16}\b/g, 'SPAN')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\d+(\.\d+)? m?s\b/g, 'DURATION')
}
