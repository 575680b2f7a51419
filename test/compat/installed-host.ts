import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { packPackage } from '../support/packed-package.ts'

/** What one run of the program saw, and what arrived at the SDK of its host. */
const REPORT = z.object({
  node: z.string(),
  seen: z.array(z.unknown()),
  arrived: z
    .object({
      counterStorage: z.object({
        hasAttributeProcessor: z.boolean().optional(),
        parameters: z.number().optional(),
        canBeAsked: z.boolean(),
      }),
      spans: z.array(
        z.object({
          name: z.string(),
          kind: z.number(),
          parent: z.string().optional(),
          trace: z.number(),
          attributes: z.record(z.string(), z.unknown()),
        }),
      ),
      logs: z.array(z.looseObject({ rule: z.string().optional() })),
      metrics: z.array(
        z.object({ name: z.string(), count: z.number(), attributes: z.record(z.string(), z.unknown()) }),
      ),
    })
    .optional(),
  warnings: z.array(z.string()),
  swallowed: z.array(z.record(z.string(), z.number())),
})
export type Report = z.infer<typeof REPORT>

/** An application in a folder of its own, with pinned packages and toolspan from its tarball. */
export interface InstalledHost {
  readonly folder: string
  /** Runs `file` of the folder with the host's Node. Fails unless it ends well and says nothing but its report. */
  run(file: string, ...args: readonly string[]): Report
  /** Runs `file` in the same way; gives back the JSON that it prints. */
  output(file: string, ...args: readonly string[]): unknown
  remove(): void
}

export interface HostOptions {
  /** The folder of test/compat/hosts whose package.json and lock file say what is installed. */
  readonly fixture: string
  /** Whether the host runs on the Node that its own package.json pins, instead of the one that runs the tests. */
  readonly hasOwnNode?: boolean
}

/** Installs a host: `npm ci` from its lock file, then the packed package, and a second copy of that beside it. */
export async function installHost({ fixture, hasOwnNode = false }: HostOptions): Promise<InstalledHost> {
  const folder = mkdtempSync(join(tmpdir(), `toolspan-${fixture}-`))
  cpSync(join(import.meta.dirname, 'hosts', fixture), folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'programs'), folder, { recursive: true })
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'pipe',
    })
  npm('ci')
  npm('install', '--no-save', '--no-package-lock', await packPackage(folder))
  const packages = join(folder, 'node_modules')
  cpSync(join(packages, 'toolspan'), join(packages, 'toolspan-copy'), { recursive: true })
  const node = hasOwnNode ? join(packages, '.bin/node') : process.execPath
  const output = (file: string, ...args: readonly string[]): unknown => {
    const { stdout, stderr, status } = spawnSync(node, [file, ...args], { cwd: folder, encoding: 'utf8' })
    if (status !== 0 || stderr !== '') throw new Error(`${file} ended with ${status}:\n${stdout}${stderr}`)
    return JSON.parse(stdout)
  }
  return {
    folder,
    output,
    run: (file, ...args) => REPORT.parse(output(file, ...args)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
