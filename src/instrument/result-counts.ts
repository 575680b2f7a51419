import type * as api from '@opentelemetry/api'
import type { Outcome } from '../outcome/outcome.ts'
import { processWide } from '../self/process-wide.ts'
import { ATTR_TOOLSPAN_COVERAGE_STATUS } from '../semconv/attributes/coverage.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from '../semconv/attributes/error.ts'
import { ATTR_TOOLSPAN_FRESHNESS_STATUS } from '../semconv/attributes/freshness.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS } from '../semconv/attributes/result.ts'
import { metricOptions } from '../semconv/metric-options.ts'
import { METRIC_TOOLSPAN_TOOL_RESULTS } from '../semconv/metrics.ts'
import { ATTR_GEN_AI_TOOL_NAME } from '../semconv/standard.ts'

/** Stands for a tool name that nobody registered: a model may make up any number of them. */
export const OTHER_TOOL = '_OTHER'

/** So many tools are counted by their names, the others together: SDKs keep 2,000 attribute sets of one metric. */
const MAX_TOOLS = 1_000

/** The results of tool calls so far. */
export interface ResultCounts {
  add(tool: string, outcome: Outcome): void
}

/** The counts of one tool; beyond the bound, those of all further ones. */
interface ToolCounts {
  readonly name: string
  readonly counts: Count[]
}

interface Count {
  readonly attributes: api.Attributes
  readonly status: Outcome['status']
  readonly coverage: Outcome['coverage']['status']
  readonly freshness: Outcome['freshness']['status']
  readonly category: Outcome['category']
  value: number
}

/** One for each provider: two copies of this package that report under one name would overwrite each other. */
const ofProviders = processWide('result counts 1', () => new WeakMap<api.MeterProvider, ResultCounts>())

/** What counts results for `provider`, whose `meter` reports them. */
export function resultCountsOf(provider: api.MeterProvider, meter: api.Meter): ResultCounts {
  const known = ofProviders.get(provider)
  if (known !== undefined) return known
  const counts = createResultCounts(meter)
  ofProviders.set(provider, counts)
  return counts
}

/**
 * The meter reads the counts when it collects. Handing each result to the SDK would make it turn the same few
 * attributes into one text for every call, which takes it a microsecond.
 */
function createResultCounts(meter: api.Meter): ResultCounts {
  const tools = new Map<string, ToolCounts>()
  const counter = meter.createObservableCounter(
    METRIC_TOOLSPAN_TOOL_RESULTS,
    metricOptions(METRIC_TOOLSPAN_TOOL_RESULTS),
  )
  counter.addCallback((observed) => {
    for (const { counts } of tools.values()) {
      for (const { value, attributes } of counts) observed.observe(value, attributes)
    }
  })
  return {
    add(tool, outcome) {
      const { name, counts } = tools.get(tool) ?? newTool(tools, tool)
      for (const count of counts) {
        if (!isOf(count, outcome)) continue
        count.value++
        return
      }
      counts.push(newCount(name, outcome))
    },
  }
}

function newTool(tools: Map<string, ToolCounts>, tool: string): ToolCounts {
  const name = tools.size < MAX_TOOLS ? tool : OTHER_TOOL
  const known = tools.get(name)
  if (known !== undefined) return known
  const created = { name, counts: [] }
  tools.set(name, created)
  return created
}

const isOf = (count: Count, outcome: Outcome): boolean =>
  count.status === outcome.status &&
  count.category === outcome.category &&
  count.coverage === outcome.coverage.status &&
  count.freshness === outcome.freshness.status

function newCount(tool: string, { status, coverage, freshness, category }: Outcome): Count {
  const attributes: api.Attributes = {
    [ATTR_GEN_AI_TOOL_NAME]: tool,
    [ATTR_TOOLSPAN_RESULT_STATUS]: status,
    [ATTR_TOOLSPAN_COVERAGE_STATUS]: coverage.status,
    [ATTR_TOOLSPAN_FRESHNESS_STATUS]: freshness.status,
  }
  if (category !== undefined) attributes[ATTR_TOOLSPAN_ERROR_CATEGORY] = category
  return { attributes, status, coverage: coverage.status, freshness: freshness.status, category, value: 1 }
}
