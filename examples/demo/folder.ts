import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the folder that the file server may read. It goes when this process does, however it ends. */
export function makeFolder(): string {
  // The file server compares real paths; the temporary folder of some systems is a link.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolspan-demo-')))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  writeFileSync(join(folder, 'returns-policy.txt'), 'Goods may be returned within 30 days.\n')
  return folder
}
