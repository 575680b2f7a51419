import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

/** What a bundler makes of the root entry for a browser. */
export interface Bundle {
  readonly minifiedBytes: number
  readonly gzipBytes: number
  /** Imports of modules that only Node has, as `importer -> module`. */
  readonly nodeImports: readonly string[]
}

/**
 * Bundles src/index.ts as a web application would. The OpenTelemetry API is left out: it is a peer that the
 * application brings along.
 * @param names what the application imports, such as `{ traceTool }`; default everything
 */
export async function bundleEntry(names = '*'): Promise<Bundle> {
  const nodeImports: string[] = []
  const result = await build({
    stdin: { contents: `export ${names} from './src/index.ts'`, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['@opentelemetry/api'],
    plugins: [nodeModulePlugin(nodeImports)],
    logLevel: 'silent',
  })
  const code = result.outputFiles[0]?.contents ?? new Uint8Array()
  return { minifiedBytes: code.byteLength, gzipBytes: gzipSync(code).byteLength, nodeImports }
}

function nodeModulePlugin(found: string[]): Plugin {
  const builtins = new Set(builtinModules)
  return {
    name: 'node-modules-of-the-platform',
    setup({ onResolve }) {
      onResolve({ filter: /^[a-z]/ }, ({ path, importer }) => {
        if (!path.startsWith('node:') && !builtins.has(path)) return undefined
        found.push(`${relative(ROOT, importer)} -> ${path}`)
        return { path, external: true }
      })
    },
  }
}
