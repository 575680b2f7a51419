import type { Alert } from './alert.ts'
import { FINDING_ALERTS } from './finding-alerts.ts'
import { OWN_ALERTS } from './own-alerts.ts'
import { SHARE_ALERTS } from './share-alerts.ts'
import { TAIL_ALERTS } from './tail-alerts.ts'

/** A group of alerts that Prometheus evaluates together. */
export interface AlertGroup {
  readonly name: string
  readonly alerts: readonly Alert[]
}

/** Every alert. */
export const ALERT_GROUPS: readonly AlertGroup[] = [
  { name: 'toolspan-findings', alerts: FINDING_ALERTS },
  { name: 'toolspan-shares', alerts: SHARE_ALERTS },
  { name: 'toolspan-own', alerts: OWN_ALERTS },
  { name: 'toolspan-tail', alerts: TAIL_ALERTS },
]

export const EVERY_ALERT: readonly Alert[] = ALERT_GROUPS.flatMap(({ alerts }) => alerts)
