import { z } from 'zod'

/** A span as Jaeger's page and Grafana's data source read it. Times are microseconds. */
const SPAN = z.object({
  traceID: z.string(),
  spanID: z.string(),
  operationName: z.string(),
  startTime: z.number(),
  duration: z.number(),
  references: z.array(z.object({ refType: z.string(), traceID: z.string(), spanID: z.string() })),
  tags: z.array(z.object({ key: z.string(), value: z.unknown() })),
})
export type JaegerSpan = z.infer<typeof SPAN>

const TRACES = z.object({ data: z.array(z.object({ traceID: z.string(), spans: z.array(SPAN) })).nullish() })
export type JaegerTrace = NonNullable<z.infer<typeof TRACES>['data']>[number]

const NAMES = z.object({ data: z.array(z.string()).nullish() })

/** What Grafana's Jaeger data source asks of Jaeger (facts: its version 13.0.1, the one for Jaeger 2.20.0 and older). */
export interface JaegerApi {
  readonly url: string
  services(): Promise<readonly string[]>
  /** The query of a search panel: `tags` in logfmt, as the dashboard holds them. */
  search(service: string, tags: string, limit?: number): Promise<readonly JaegerTrace[]>
  /** The query of a traces panel. Undefined where Jaeger does not know the trace. */
  trace(id: string): Promise<JaegerTrace | undefined>
}

/** The window of a search: runs of the tests may last for hours. */
const WINDOW_US = 6 * 3_600_000_000

export function createJaegerApi(url: string): JaegerApi {
  return {
    url,
    async services() {
      return NAMES.parse(await answer(`${url}/api/services`)).data ?? []
    },
    async search(service, tags, limit = 50) {
      const nowUs = Date.now() * 1000
      const query = new URLSearchParams({
        service,
        ...(tags === '' ? {} : { tags: JSON.stringify(fromLogfmt(tags)) }),
        limit: String(limit),
        lookback: 'custom',
        start: String(nowUs - WINDOW_US),
        end: String(nowUs),
      })
      return TRACES.parse(await answer(`${url}/api/traces?${query}`)).data ?? []
    },
    async trace(id) {
      const response = await fetch(`${url}/api/traces/${id}`)
      if (response.status === 404) return undefined
      return TRACES.parse(await response.json()).data?.[0]
    },
  }
}

async function answer(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: status ${response.status}: ${await response.text()}`)
  return response.json()
}

/** `a=1 b="two words"` as the map that Grafana makes of it. */
function fromLogfmt(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/(?<key>[^\s=]+)=(?:"(?<quoted>[^"]*)"|(?<bare>\S*))/g)]
  return Object.fromEntries(
    pairs.map(({ groups }) => [groups?.key ?? '', groups?.quoted ?? groups?.bare ?? '']),
  )
}

/** The value of a span's attribute. */
export function tagOf(span: JaegerSpan, key: string): unknown {
  return span.tags.find((tag) => tag.key === key)?.value
}
