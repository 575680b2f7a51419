import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

const NOT_DONE = refused('database_error')
const UNKNOWN_END = lost('database_error')
const INPUT = denied('database_error', 'validation')
const ACCESS = denied('database_error', 'permission')

/** Labels that the server puts on errors of transactions: the only ones that say what became of the write. */
const LABELS: readonly (readonly [label: string, cause: Cause])[] = [
  ['UnknownTransactionCommitResult', UNKNOWN_END],
  ['TransientTransactionError', NOT_DONE],
  ['RetryableWriteError', UNKNOWN_END],
]

const NAMES: ReadonlyMap<string, Cause> = new Map([
  ['MongoServerSelectionError', NOT_DONE],
  ['MongoNotConnectedError', NOT_DONE],
  ['MongoTopologyClosedError', NOT_DONE],
  ['MongoWaitQueueTimeoutError', NOT_DONE],
  ['MongoPoolClearedError', NOT_DONE],
  ['MongoWriteConcernError', UNKNOWN_END],
  ['MongoNetworkTimeoutError', lost('timeout')],
  ['MongoNetworkError', UNKNOWN_END],
  ['MongoParseError', INPUT],
  ['MongoInvalidArgumentError', INPUT],
])

/** Server codes (`error_codes.yml` of the server). */
const CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ...[2, 9, 14, 121, 11000, 11001].map((code): [number, Cause] => [code, INPUT]),
  ...[13, 18, 8000].map((code): [number, Cause] => [code, ACCESS]),
  ...[24, 112, 189, 10107, 13435, 13436].map((code): [number, Cause] => [code, NOT_DONE]),
  ...[6, 7, 89, 91, 9001, 11600, 11602].map((code): [number, Cause] => [code, UNKNOWN_END]),
  ...[50, 262].map((code): [number, Cause] => [code, lost('timeout')]),
])

/** What people read of it. */
export const mongodbRow: DocsRow = {
  matches: 'errors of the MongoDB driver, by label, name and code',
  means: 'transient, validation or permission; the label says whether a write may have happened',
}

/** Errors of the MongoDB driver. */
export const mongodb: ErrorFamily = {
  id: 'mongodb',
  source: 'mapped',
  read({ name, code, error }) {
    if (!name.startsWith('Mongo')) return undefined
    const { errorLabels } = error
    const labels: readonly unknown[] = Array.isArray(errorLabels) ? errorLabels : []
    const labelled = LABELS.find(([label]) => labels.includes(label))?.[1]
    const cause = labelled ?? NAMES.get(name) ?? CODES.get(code)
    return cause && { ...cause, ...(typeof code === 'number' ? { code: String(code) } : {}) }
  },
}
