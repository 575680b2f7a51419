/** How often SQLite waits until the disk has what it wrote (PRAGMA synchronous). */
export type DiskSync = 'off' | 'normal' | 'full'

export const DISK_SYNCS: readonly DiskSync[] = ['off', 'normal', 'full']
