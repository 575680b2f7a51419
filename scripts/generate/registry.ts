import type { AttributeGroup } from '../../src/semconv/attributes/index.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import type {
  AttributeDeclaration,
  EventDeclaration,
  MetricDeclaration,
} from '../../src/semconv/declaration.ts'
import { EVENTS } from '../../src/semconv/events.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import type { Page } from './page.ts'
import { yamlDouble, yamlText } from './yaml.ts'

/** docs/registry/toolspan.yaml: every name in the definition format of OpenTelemetry Weaver. */
export function registryPage(): Page {
  const own = EVERY_METRIC.filter(isOwn)
  const registry = {
    groups: [...ATTRIBUTE_GROUPS.map(attributeGroup), ...own.map(metricGroup), ...EVENTS.map(eventGroup)],
    // OpenTelemetry's own metrics are taken over from the registry that the manifest names, not defined anew.
    imports: { metrics: EVERY_METRIC.filter((metric) => !isOwn(metric)).map((metric) => metric.name) },
  }
  return { path: 'docs/registry/toolspan.yaml', content: yamlText(registry) }
}

function isOwn(metric: MetricDeclaration): boolean {
  return metric.name.startsWith('toolspan.')
}

function attributeGroup(group: AttributeGroup) {
  return {
    id: `registry.toolspan.${group.id}`,
    type: 'attribute_group',
    display_name: group.title,
    brief: `${group.title}.`,
    attributes: group.attributes.map(attributeDefinition),
  }
}

function attributeDefinition(attribute: AttributeDeclaration) {
  const { stability, deprecated } = stabilityOf(attribute)
  return {
    id: attribute.name,
    type: attribute.values ? { members: attribute.values.map(enumMember) } : attribute.type,
    stability,
    ...(deprecated ? { deprecated } : {}),
    brief: attribute.brief,
    examples: [attribute.type === 'double' ? yamlDouble(Number(attribute.example)) : attribute.example],
    ...(attribute.sensitive ? { requirement_level: 'opt_in' } : {}),
    annotations: {
      toolspan: {
        ...(attribute.unit ? { unit: attribute.unit } : {}),
        sensitive: attribute.sensitive,
        set_by: [...attribute.setBy],
      },
    },
  }
}

function enumMember(value: string) {
  return { id: value.replace(/^_/, '').toLowerCase(), value, stability: 'development' }
}

// Weaver has no stability level "deprecated": a deprecated name keeps its level and says why beside it.
function stabilityOf(attribute: AttributeDeclaration) {
  if (attribute.stability !== 'deprecated') return { stability: attribute.stability }
  return {
    stability: 'development',
    deprecated: attribute.replacedBy
      ? { reason: 'renamed', renamed_to: attribute.replacedBy }
      : { reason: 'obsoleted' },
  }
}

function metricGroup(metric: MetricDeclaration) {
  return {
    id: `metric.${metric.name}`,
    type: 'metric',
    metric_name: metric.name,
    stability: metric.stability,
    brief: metric.brief,
    instrument: metric.instrument,
    unit: metric.unit,
    attributes: metric.attributes.map((name) => ({ ref: name })),
    annotations: {
      toolspan: {
        set_by: [...metric.setBy],
        ...(metric.buckets ? { explicit_bucket_boundaries: [...metric.buckets] } : {}),
      },
    },
  }
}

function eventGroup(event: EventDeclaration) {
  return {
    id: `event.${event.name}`,
    type: 'event',
    name: event.name,
    stability: event.stability,
    brief: event.brief,
    attributes: event.attributes.map((name) => ({ ref: name })),
    annotations: { toolspan: { set_by: [...event.setBy] } },
  }
}
