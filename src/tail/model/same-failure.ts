import type { SpanFacts } from '../facts/span-facts.ts'
import { hasNoSuchThing } from './sources.ts'
import { snakeCase } from './tool-words.ts'

/**
 * Other arguments that fail alike are a circle only where the reason is known to be one and the same. "No such file"
 * and "you may not read this one" answer their question, and the next file is a new one.
 */
export function isSameFailure(a: SpanFacts, b: SpanFacts, isSameCall: boolean): boolean {
  const reason = reasonOf(a)
  if (reason !== reasonOf(b)) return false
  if (isSameCall) return a.errorCategory === b.errorCategory
  return reason !== undefined && !hasNoSuchThing(a) && !ABOUT_ONE_FILE.has(reason) && !saysNotThere(a)
}

/** Names by which libraries say that what was asked for is not there. */
const NOT_THERE = /(?:^|_)(?:not_found|no_\w+_found|no_such_\w+|does_not_exist)(?:_|$)/
/** What a program or its settings name, and not the arguments of a call: it is missing whatever is asked. */
const OF_PROGRAM =
  /(?:^|_)(?:module|package|class|method|function|tool|command|model|host|server|service|endpoint|route)(?:_|$)/

function saysNotThere({ errorCode = '', errorType = '' }: SpanFacts): boolean {
  const name = snakeCase(`${errorCode} ${errorType}`)
  return NOT_THERE.test(name) && !OF_PROGRAM.test(name)
}

/** What a file system says of the one file that was named (`errno.h`, and Python's names for it). A full or broken disk is about all of them. */
const ABOUT_ONE_FILE: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ENAMETOOLONG',
  'ELOOP',
  'PermissionError',
  'IsADirectoryError',
  'NotADirectoryError',
  'FileExistsError',
])

/** Names that any failure may have, and exit codes of processes: 1 means no more than "failed". */
export const isVague = (name: string): boolean =>
  /^(?:error|exception|tool_error|_other|other|\d{1,2})$/i.test(name)

function reasonOf({ errorCode, errorType, errorDigest, errorCategory }: SpanFacts): string | undefined {
  if (errorCode !== undefined && !isVague(errorCode)) return errorCode
  if (errorDigest !== undefined) return errorDigest
  if (errorType !== undefined && !isVague(errorType)) return errorType
  // A wrong input may be wrong in a new way each time; access, a rule and trouble elsewhere are one reason.
  return errorCategory === 'validation' || errorCategory === 'other' ? undefined : errorCategory
}
