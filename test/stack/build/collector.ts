import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Component } from './component.ts'
import { BUILD_FLAGS } from './go.ts'

const MANIFEST = readFileSync(join(import.meta.dirname, '../../../collector/builder.yaml'), 'utf8')
const manifest = parse(MANIFEST)
const version: string = manifest.dist.version

/** The slim Collector of collector/builder.yaml. */
export const COLLECTOR: Component = {
  name: 'collector',
  version,
  // A component more or less makes another program of the same version.
  key: `${version}-${createHash('sha256').update(MANIFEST).digest('hex').slice(0, 8)}`,
  programs: ['otelcol'],
  async build({ work, into }, go) {
    const sources = join(work, 'sources')
    const path = join(work, 'builder.yaml')
    writeFileSync(path, stringify({ ...manifest, dist: { ...manifest.dist, output_path: sources } }))
    await go.run(work, 'mod', 'init', 'build')
    const builder = 'go.opentelemetry.io/collector/cmd/builder'
    await go.run(work, 'get', '-tool', `${builder}@v${version}`)
    await go.run(work, 'build', ...BUILD_FLAGS, '-o', join(work, 'builder'), builder)
    await go.runProgram(join(work, 'builder'), work, '--config', path, '--skip-compilation')
    await go.run(sources, 'build', ...BUILD_FLAGS, '-o', join(into, 'otelcol'), '.')
  },
}
