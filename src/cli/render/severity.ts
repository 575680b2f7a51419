import { SEVERITIES, type Severity } from '../../semconv/attributes/finding.ts'
import type { Paint } from './paint.ts'

/** The severity as the first word of a finding. */
export function severityWord(severity: Severity, paint: Paint): string {
  return paint(severity, severity.toUpperCase())
}

/** Where a severity stands: a higher one is worse. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity)
}
