import { isProgramName } from '../../privacy/program-name.ts'

/** Codes that are numbers have at most so many digits: HTTP, JSON-RPC, gRPC, databases. */
const MAX_NUMBER = 9_999_999

/** An error's code as it may leave the process: the name or the number of an error, never a sentence or a key. */
export function boundedCode(code: unknown): string | undefined {
  if (typeof code === 'number') return Math.abs(code) <= MAX_NUMBER ? String(code) : undefined
  return typeof code === 'string' && isProgramName(code) ? code : undefined
}
