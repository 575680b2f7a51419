import type { Source } from '../../semconv/attributes/error.ts'
import type { About } from '../outcome.ts'
import { aborted } from './aborted.ts'
import type { Cause } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import { fileSystem } from './file-system.ts'
import { httpStatus } from './http-status.ts'
import { mcpSdk } from './mcp-sdk.ts'
import { native } from './native.ts'
import { network } from './network.ts'
import type { Thrown } from './thrown.ts'
import { timeout } from './timeout.ts'
import { words } from './words.ts'
import { zodIssues } from './zod-issues.ts'

/** Families that know an error by a mark of its own. Order counts: the first answer is taken. */
export const ERROR_FAMILIES: readonly ErrorFamily[] = [
  aborted,
  mcpSdk,
  network,
  fileSystem,
  httpStatus,
  zodIssues,
  timeout,
]

/** Families that are asked about the outermost error only, once no other knew it or one of its causes. */
export const LAST_FAMILIES: readonly ErrorFamily[] = [native, words]

/** A cause and how sure it is. */
export interface KnownCause {
  readonly cause: Cause
  readonly source: Source
}

/** The cause of a thrown thing; undefined when nothing maps it. */
export function causeOf(chain: readonly Thrown[], about: About): KnownCause | undefined {
  for (const thrown of chain) {
    const known = ask(ERROR_FAMILIES, thrown, about, chain)
    if (known !== undefined) return known
  }
  const [outermost] = chain
  return outermost === undefined ? undefined : ask(LAST_FAMILIES, outermost, about, chain)
}

function ask(
  families: readonly ErrorFamily[],
  thrown: Thrown,
  about: About,
  chain: readonly Thrown[],
): KnownCause | undefined {
  for (const family of families) {
    const cause = family.read(thrown, about, chain)
    if (cause !== undefined) return { cause, source: family.source }
  }
  return undefined
}
