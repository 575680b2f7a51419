/** The dashboard on which docker-compose.yml shows the runbooks. Whoever keeps them elsewhere replaces this address. */
export const RUNBOOKS_URL = 'http://localhost:3000/d/toolspan-runbooks/runbooks'

/** Where the runbook of an alert is. */
export function runbookAddress(alert: string): string {
  return `${RUNBOOKS_URL}#${alert.toLowerCase()}`
}
