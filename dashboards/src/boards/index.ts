import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { answersBoard } from './answers.ts'
import { oneRunBoard } from './one-run.ts'
import { retriesBoard } from './retries.ts'
import { runbooksBoard } from './runbooks.ts'
import { tailHealthBoard } from './tail-health.ts'
import { toolCallsBoard } from './tool-calls.ts'

/** Every dashboard, in the order of a day on call. */
export function everyBoard(): readonly Dashboard[] {
  return [toolCallsBoard(), retriesBoard(), answersBoard(), oneRunBoard(), tailHealthBoard(), runbooksBoard()]
}
