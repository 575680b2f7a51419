import type { ErrorCategory } from '../../../semconv/attributes/error.ts'

const SAYINGS: Readonly<Record<ErrorCategory, string>> = {
  transient: 'a transient error',
  validation: 'a validation error',
  permission: 'a permission error',
  business: 'a business error',
  other: 'an error that does not pass with time',
}

/** An error of the category, in a sentence. */
export function sayCategory(category: ErrorCategory): string {
  return SAYINGS[category]
}
