import type { Try } from './try.ts'

/** The operation id that a try states. */
export function operationIdOf(item: Try): string | undefined {
  for (const { operationId } of item.spans) if (operationId !== undefined) return operationId
  return undefined
}

/** Whether it is known with which input a tool was called. */
export function isFingerprinted(item: Try): boolean {
  return item.span.tool !== undefined && item.span.fingerprint !== undefined
}

/** The idempotency key of a try, with what it is a key of. */
export function keyOf({ span }: Try): string | undefined {
  const { idempotencyKey, tool, http } = span
  return idempotencyKey === undefined ? undefined : `key ${tool ?? http?.url ?? ''} ${idempotencyKey}`
}
