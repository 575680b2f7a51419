import type { EventDeclaration, MetricDeclaration } from '../../src/semconv/declaration.ts'
import { EVENTS } from '../../src/semconv/events.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import { emitterNames } from './emitter-names.ts'
import { codeList, markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const METRICS_INTRODUCTION = `# Metrics and events

Every metric and log event that Toolspan emits. Metrics outside \`toolspan.\` are OpenTelemetry's own and follow its
conventions. Attributes are explained in [attributes.md](attributes.md).

## Metrics`

const EVENTS_INTRODUCTION = `## Events

Events are log records; the name is in the EventName field, not in an attribute.`

/** docs/metrics.md: the metrics and the log events. */
export function metricsPage(): Page {
  const content = [
    `<!-- ${GENERATED_MARKER} -->`,
    METRICS_INTRODUCTION,
    markdownTable(
      ['Metric', 'Instrument', 'Unit', 'Meaning', 'Attributes', 'Buckets', 'Recorded by'],
      EVERY_METRIC.map(metricRow),
    ),
    EVENTS_INTRODUCTION,
    markdownTable(['Event', 'Meaning', 'Attributes', 'Emitted by'], EVENTS.map(eventRow)),
  ].join('\n\n')
  return { path: 'docs/metrics.md', content: `${content}\n` }
}

function metricRow(metric: MetricDeclaration): readonly string[] {
  return [
    `\`${metric.name}\``,
    metric.instrument,
    `\`${metric.unit}\``,
    metric.brief,
    codeList(metric.attributes),
    metric.buckets?.join(' ') ?? '',
    emitterNames(metric.setBy),
  ]
}

function eventRow(event: EventDeclaration): readonly string[] {
  return [`\`${event.name}\``, event.brief, codeList(event.attributes), emitterNames(event.setBy)]
}
