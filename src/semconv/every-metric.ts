import type { MetricDeclaration } from './declaration.ts'
import { METRICS } from './metrics.ts'
import { TAIL_METRICS } from './tail-metrics.ts'

/** Every metric that Toolspan records: those of the library, and those of the tail service about itself. */
export const EVERY_METRIC: readonly MetricDeclaration[] = [...METRICS, ...TAIL_METRICS]
