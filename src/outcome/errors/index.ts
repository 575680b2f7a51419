import type { Source } from '../../semconv/attributes/error.ts'
import type { About } from '../outcome.ts'
import { aborted } from './aborted.ts'
import { AGGREGATE_LIMIT, jointCause } from './aggregate.ts'
import { allowance } from './allowance.ts'
import { aws } from './aws.ts'
import type { Cause } from './cause.ts'
import { clientClasses } from './client-classes.ts'
import type { ErrorFamily } from './error-family.ts'
import { fileSystem } from './file-system.ts'
import { grpc } from './grpc.ts'
import { httpStatus } from './http-status.ts'
import { mcpSdk } from './mcp-sdk.ts'
import { mongodb } from './mongodb.ts'
import { mysql } from './mysql.ts'
import { native } from './native.ts'
import { network } from './network.ts'
import { prisma } from './prisma.ts'
import { redis } from './redis.ts'
import { hasSpentRetries } from './spent-retries.ts'
import { sqlState } from './sql-state.ts'
import { sqlite } from './sqlite.ts'
import { type Thrown, thrownChain } from './thrown.ts'
import { timeout } from './timeout.ts'
import { words } from './words.ts'
import { zodIssues } from './zod-issues.ts'

/** Families that know an error by a mark of its own. Order counts: the first answer is taken. */
export const ERROR_FAMILIES: readonly ErrorFamily[] = [
  aborted,
  mcpSdk,
  network,
  fileSystem,
  mongodb,
  sqlState,
  mysql,
  sqlite,
  redis,
  prisma,
  grpc,
  aws,
  allowance,
  httpStatus,
  zodIssues,
  timeout,
]

/** Families that are asked about the outermost error only, once no other knew it or one of its causes. */
export const LAST_FAMILIES: readonly ErrorFamily[] = [clientClasses, native, words]

/** A cause and how sure it is. */
export interface KnownCause {
  readonly cause: Cause
  readonly source: Source
}

/** The cause of a thrown thing; undefined when nothing maps it. */
export function causeOf(chain: readonly Thrown[], about: About): KnownCause | undefined {
  const known = askAll(chain, about)
  if (known === undefined || !hasSpentRetries(chain)) return known
  return { ...known, cause: { ...known.cause, canWorkLater: false } }
}

function askAll(chain: readonly Thrown[], about: About): KnownCause | undefined {
  for (const thrown of chain) {
    const known = ask(ERROR_FAMILIES, thrown, about, chain)
    if (known !== undefined) return known
  }
  const [outermost] = chain
  if (outermost === undefined) return undefined
  return askParts(outermost, about) ?? ask(LAST_FAMILIES, outermost, about, chain)
}

/** The errors of an aggregate, each by itself; nothing as soon as one of them is not known. */
function askParts({ error }: Thrown, about: About): KnownCause | undefined {
  if (!Array.isArray(error.errors) || error.errors.length === 0) return undefined
  const parts: readonly unknown[] = error.errors.slice(0, AGGREGATE_LIMIT)
  const known: Cause[] = []
  for (const part of parts) {
    const chain = thrownChain(part)
    const found = chain
      .map((thrown) => ask(ERROR_FAMILIES, thrown, about, chain))
      .find((one) => one !== undefined)
    if (found === undefined) return undefined
    known.push(found.cause)
  }
  const cause = jointCause(known)
  return cause && { cause, source: 'mapped' }
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
