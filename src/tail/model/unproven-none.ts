import type { SpanFacts } from '../facts/span-facts.ts'

/** Whether a call found nothing without saying how much it looked at. */
export function isUnprovenNone({ role, result, effect, failed, endMs }: SpanFacts): boolean {
  if (role !== 'tool' || failed || endMs === undefined || result?.status !== 'found_none') return false
  if (effect === 'write' || result.viewsDisagree === true) return false
  return result.coverage === 'unknown' && (result.scanned ?? 0) === 0
}
