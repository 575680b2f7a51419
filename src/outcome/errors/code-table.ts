import type { Cause } from './cause.ts'

/** Rows of a table of codes: the codes, parted by spaces, and what they say. */
export function codeRows(codes: string, cause: Cause): [string, Cause][] {
  return codes.split(' ').map((code) => [code, { ...cause, code }])
}
