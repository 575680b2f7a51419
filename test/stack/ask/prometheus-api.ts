import { z } from 'zod'

/** One series of an answer: its labels, and the values that are numbers. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  readonly values: readonly number[]
}

/** An exemplar of an answer. */
export interface Exemplar {
  readonly labels: Readonly<Record<string, string>>
  readonly value: string
}

/** The queries that Grafana's Prometheus data source sends. */
export interface PrometheusApi {
  readonly url: string
  /** As it is now. */
  instant(expr: string): Promise<readonly Series[]>
  /** Over the last hour. */
  range(expr: string, stepS: number): Promise<readonly Series[]>
  /** The values of a label, among the series that a selector finds in the last hour. */
  labelValues(label: string, selector: string): Promise<readonly string[]>
  exemplars(expr: string): Promise<readonly Exemplar[]>
  /** The alerts that wait or fire. */
  alerts(): Promise<readonly Alert[]>
  /** Groups of rules as Prometheus has loaded them. */
  rules(): Promise<readonly z.infer<typeof RULE>[]>
}

export interface Alert {
  readonly labels: Readonly<Record<string, string>>
  readonly state: string
}

const HOUR_S = 3600
const ANSWER = z.object({ status: z.string(), data: z.unknown() })
const LABELS = z.record(z.string(), z.string())
const POINT = z.tuple([z.number(), z.string()])
const NOW = z.object({ result: z.array(z.object({ metric: LABELS, value: POINT })) })
const OVER_TIME = z.object({ result: z.array(z.object({ metric: LABELS, values: z.array(POINT) })) })
const EXEMPLARS = z.array(z.object({ exemplars: z.array(z.object({ labels: LABELS, value: z.string() })) }))
const ALERTS = z.object({ alerts: z.array(z.object({ labels: LABELS, state: z.string() })) })
const RULE = z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() })
const RULES = z.object({ groups: z.array(z.object({ rules: z.array(RULE) })) })

export function createPrometheusApi(url: string): PrometheusApi {
  async function ask(path: string, params: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(params)}`)
    const body = ANSWER.parse(await response.json())
    if (body.status !== 'success') throw new Error(`${path} ${params.query ?? ''}: ${JSON.stringify(body)}`)
    return body.data
  }
  function lastHour(): { readonly start: string; readonly end: string } {
    const nowS = Date.now() / 1000
    return { start: String(nowS - HOUR_S), end: String(nowS) }
  }
  return {
    url,
    async instant(query) {
      const { result } = NOW.parse(await ask('query', { query }))
      return result.map(({ metric, value }) => ({ labels: metric, values: numbers([value]) }))
    },
    async range(query, stepS) {
      const { result } = OVER_TIME.parse(await ask('query_range', { query, ...lastHour(), step: `${stepS}` }))
      return result.map(({ metric, values }) => ({ labels: metric, values: numbers(values) }))
    },
    async labelValues(label, selector) {
      return z
        .array(z.string())
        .parse(await ask(`label/${label}/values`, { 'match[]': selector, ...lastHour() }))
    },
    async exemplars(query) {
      const found = EXEMPLARS.parse(await ask('query_exemplars', { query, ...lastHour() }))
      return found.flatMap(({ exemplars }) => exemplars)
    },
    async alerts() {
      return ALERTS.parse(await ask('alerts', {})).alerts
    },
    async rules() {
      return RULES.parse(await ask('rules', {})).groups.flatMap(({ rules }) => rules)
    },
  }
}

/** NaN and infinities are nothing that a chart shows. */
function numbers(points: readonly (readonly [number, string])[]): readonly number[] {
  return points.map(([, text]) => Number(text)).filter(Number.isFinite)
}
