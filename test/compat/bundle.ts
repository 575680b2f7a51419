import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

export type Bundler = 'esbuild' | 'rolldown' | 'webpack'

/** Packages of SDK 3 and MCP that are CommonJS inside ask for `require`, which an ES module lacks. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/** Puts the program static.mjs of a host, with all its packages, into one file; gives back the file's path. */
export function bundle(bundler: Bundler, folder: string): Promise<string> {
  return BUNDLERS[bundler](folder)
}

const BUNDLERS: Readonly<Record<Bundler, (folder: string) => Promise<string>>> = {
  async esbuild(folder) {
    const outfile = join(folder, 'bundled-by-esbuild.mjs')
    await esbuild({
      absWorkingDir: folder,
      entryPoints: ['static.mjs'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: REQUIRE },
      logLevel: 'silent',
    })
    return outfile
  },
  async rolldown(folder) {
    const outDir = join(folder, 'bundled-by-rolldown')
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: { ssr: 'static.mjs', outDir, target: 'node22' },
    })
    return join(outDir, 'static.js')
  },
  /** Webpack is a package of the host, so that the project does not have to carry it. */
  async webpack(folder) {
    const webpack: Webpack = createRequire(join(folder, 'package.json'))('webpack')
    const path = join(folder, 'bundled-by-webpack')
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          context: folder,
          mode: 'none',
          target: 'node22',
          entry: './static.mjs',
          output: { path, filename: 'static.cjs' },
        },
        (error, stats) => {
          const faults = error === null ? (stats?.compilation.errors ?? []) : [error]
          if (faults.length === 0) resolve()
          else reject(new Error(faults.map(({ message }) => message).join('\n')))
        },
      )
    })
    return join(path, 'static.cjs')
  },
}

/** The part of webpack's API that is used. */
type Webpack = (
  options: object,
  done: (
    error: Error | null,
    stats?: { readonly compilation: { readonly errors: readonly { readonly message: string }[] } },
  ) => void,
) => unknown
