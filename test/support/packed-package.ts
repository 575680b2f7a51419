import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ensureBuilt, ROOT } from '../examples/built.ts'

/** Packs the package as it would be published, into `folder`; gives back the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  // Built under a lock and packed without scripts: test files pack side by side, and a build begins by deleting.
  await ensureBuilt()
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  return join(folder, `toolspan-${packageJson.version}.tgz`)
}
