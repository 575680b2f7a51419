import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, final, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'

/** Codes of `node:fs` (`errno.h`), by what has to change. */
const CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ...codeRows(
    'ENOENT ENOTDIR EISDIR ENAMETOOLONG ELOOP EEXIST EXDEV EINVAL',
    denied('thrown_error', 'validation'),
  ),
  ...codeRows('EACCES EPERM EROFS', denied('thrown_error', 'permission')),
  ...codeRows('ENOSPC EDQUOT EFBIG', denied('thrown_error', 'business')),
  ...codeRows('EMFILE ENFILE EBUSY EAGAIN ETXTBSY ENOMEM ENOLCK', refused('thrown_error')),
  ...codeRows('ENOTEMPTY', final('thrown_error')),
])

/** What a code of the file system means, as a code or as a word of a message. */
export function fileSystemCause(code: unknown): Cause | undefined {
  return CODES.get(code)
}

/** What people read of it. */
export const fileSystemRow: DocsRow = {
  matches: 'codes of `node:fs`: `ENOENT`, `EACCES`',
  means: 'validation, permission, business (no space) or transient (busy)',
}

/** An error of the file system. */
export const fileSystem: ErrorFamily = {
  id: 'file-system',
  source: 'mapped',
  read(thrown) {
    return fileSystemCause(thrown.code)
  },
}
