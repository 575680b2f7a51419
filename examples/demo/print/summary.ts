import { columns } from '../../../src/cli/render/columns.ts'
import { createPaint } from '../../../src/cli/render/paint.ts'
import { renderTotals } from '../../../src/cli/render/totals.ts'
import { ATTR_HTTP_REQUEST_METHOD, ATTR_URL_FULL } from '../../../src/semconv/standard.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import type { Finding } from '../../../src/tail/findings/finding.ts'

/** What the demo knows when it is over. */
export interface DemoResult {
  readonly findings: readonly Finding[]
  /** How much the judge has looked at. */
  readonly counts: { readonly traces: number; readonly spans: number }
  /** The spans of the run; those that report findings are left out. */
  readonly spans: readonly SpanInput[]
  /** Requests that the dependency counted, by method and path. */
  readonly counted: Readonly<Record<string, number>>
  readonly dependencyUrl: string
  /** How many findings the processor inside the coordinator reported while the run went on. */
  readonly seenLive: number
}

const ADD_IT = [
  'instrumentMcpClient(client)       every call of an MCP client',
  'instrumentMcpServer(server)       every request of an MCP server',
  "traceTool('name', fn)             any other function that is a tool",
  'new ToolspanProcessor()           findings inside your process; toolspan check FILE over files',
]

/** The last lines: what the dependency saw beside what the spans say, how much there was, and how to go on. */
export function renderSummary(result: DemoResult, { color }: { readonly color: boolean }): string {
  const paint = createPaint(color)
  const said = requestsInSpans(result)
  const requests = Object.entries(result.counted).map(([target, count]) => [
    `  ${target}`,
    { right: String(count) },
    { right: String(said.get(target) ?? 0) },
  ])
  const services = [...countByService(result.spans)].map(([service, count]) => `${service} ${count}`)
  return [
    paint('strong', 'Requests at the dependency'),
    ...columns([['', { right: 'it counted' }, { right: 'spans say' }], ...requests]),
    '',
    `${result.spans.length} spans from ${services.length} processes: ${services.join(', ')}`,
    `ToolspanProcessor in the coordinator reported ${result.seenLive} findings from the spans of its own process`,
    renderTotals({ ...result.counts, findings: result.findings }),
    '',
    paint('strong', 'Add it to your agent (README.md)'),
    ...ADD_IT.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** Requests to the dependency by method and path, counted from the spans of the HTTP clients. */
export function requestsInSpans({ spans, dependencyUrl }: DemoResult): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, attributes } of spans) {
    const url = attributes[ATTR_URL_FULL]
    if (kind !== 'client' || typeof url !== 'string' || !url.startsWith(`${dependencyUrl}/`)) continue
    const target = `${attributes[ATTR_HTTP_REQUEST_METHOD]} ${new URL(url).pathname}`
    counts.set(target, (counts.get(target) ?? 0) + 1)
  }
  return counts
}

/** Each process of the demo is one service. */
function countByService(spans: readonly SpanInput[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { service } of spans) counts.set(service, (counts.get(service) ?? 0) + 1)
  return counts
}
