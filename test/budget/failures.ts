/** A connection that was reset: transient, and worth a repeat for a read. */
export function connectionReset(message = 'read ECONNRESET'): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' })
}

/** An answer 403: permission. */
export function forbidden(): Error {
  return Object.assign(new Error('Forbidden'), { status: 403 })
}

/** A declared error context, thrown. */
export function declaredError(context: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error(String(context.message)), context)
}

/** A declared error context, returned as a tool result. */
export function failedResult(context: Readonly<Record<string, unknown>>) {
  return {
    content: [{ type: 'text', text: JSON.stringify(context) }],
    structuredContent: { ...context },
    isError: true,
  }
}

export const TRANSIENT = { errorCategory: 'transient', isRetryable: true, message: 'The archive is down.' }
export const INVALID = { errorCategory: 'validation', isRetryable: false, message: 'region must be set.' }
