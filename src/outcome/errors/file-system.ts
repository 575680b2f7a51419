import { type Cause, denied, final, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Codes of `node:fs` (`errno.h`), by what has to change. */
const CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ...rows(
    'ENOENT ENOTDIR EISDIR ENAMETOOLONG ELOOP EEXIST EXDEV EINVAL',
    denied('thrown_error', 'validation'),
  ),
  ...rows('EACCES EPERM EROFS', denied('thrown_error', 'permission')),
  ...rows('ENOSPC EDQUOT EFBIG', denied('thrown_error', 'business')),
  ...rows('EMFILE ENFILE EBUSY EAGAIN ETXTBSY ENOMEM ENOLCK', refused('thrown_error')),
  ...rows('ENOTEMPTY', final('thrown_error')),
])

function rows(codes: string, cause: Cause): [string, Cause][] {
  return codes.split(' ').map((code) => [code, { ...cause, code }])
}

/** An error of the file system. */
export const fileSystem: ErrorFamily = {
  id: 'file-system',
  source: 'mapped',
  read(thrown) {
    return CODES.get(thrown.code)
  },
}
