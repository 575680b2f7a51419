import { isKeyed, type Keyed } from '../self/keyed.ts'
import type { AnyCall } from './mcp-protocol.ts'

/** The caller's options of one request, as far as spans tell of them. */
export interface RequestOptions {
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly maxTotalTimeout?: number
  readonly resetTimeoutOnProgress?: boolean
  readonly onprogress?: AnyCall
  /** The received request within which this one is sent. */
  readonly relatedRequestId?: string | number
}

/** The SDK's own timer of a request that was given none (`DEFAULT_REQUEST_TIMEOUT_MSEC`). */
export const DEFAULT_REQUEST_TIMEOUT_MS = 60_000

/**
 * Where the options are among the arguments of `callTool` or `request`, for all versions of the SDK: behind the
 * message, and behind the schema of the result where there is one. Version 1 always has the place of a schema, which
 * may be empty; version 2 has it only for a schema.
 */
export function optionsPlace(args: readonly unknown[]): number {
  return args[1] === undefined || isSchema(args[1]) ? 2 : 1
}

/** The options at a place among arguments. */
export function optionsAt(args: readonly unknown[], place: number): RequestOptions | undefined {
  const options = args[place]
  return isRequestOptions(options) ? options : undefined
}

const isRequestOptions = (value: unknown): value is RequestOptions =>
  typeof value === 'object' && value !== null

/** A schema of any library: by the Standard Schema interface, or as zod 3 and 4 have them. No option has such a name. */
function isSchema(value: unknown): boolean {
  if (typeof value === 'function') return true
  return isKeyed(value) && SCHEMA_MARKS.some((mark) => hasMember(value, mark))
}

const SCHEMA_MARKS = ['~standard', '_zod', '_def', 'safeParse']

const hasMember = (value: Keyed, name: string): boolean => name in value
