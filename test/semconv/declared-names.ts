import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import { EVENTS } from '../../src/semconv/events.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import * as standard from '../../src/semconv/standard.ts'

/** Every `toolspan.*` attribute declaration, over all groups. */
export const ATTRIBUTES = ATTRIBUTE_GROUPS.flatMap((group) => group.attributes)

/** Names of attributes, metrics and events that Toolspan declares. */
export const DECLARED_NAMES: ReadonlySet<string> = new Set([
  ...ATTRIBUTES.map((attribute) => attribute.name),
  ...EVERY_METRIC.map((metric) => metric.name),
  ...EVENTS.map((event) => event.name),
])

/** OpenTelemetry's attribute names that Toolspan uses. */
export const STANDARD_NAMES: ReadonlySet<string> = new Set(Object.values(standard))
