const WAITING = new Set([
  'accepted',
  'queued',
  'enqueued',
  'pending',
  'scheduled',
  'submitted',
  'started',
  'processing',
  'working',
  'running',
  'in_progress',
])

/** Whether a status says that the work is still to be done. */
export function saysWaiting(status: unknown): boolean {
  return typeof status === 'string' && WAITING.has(status.toLowerCase())
}
