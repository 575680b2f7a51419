import { bundleEntry } from '../bundle-entry.ts'
import type { Step } from './step.ts'

/** What the root entry may weigh, zod included, minified and gzipped. */
const MAX_GZIP_BYTES = 135_000

/** A step that bundles the root entry for a browser and looks at its weight and its imports. */
export const bundleStep: Step = {
  name: 'bundle',
  async run() {
    try {
      const { minifiedBytes, gzipBytes, nodeImports } = await bundleEntry()
      const note = `${minifiedBytes} bytes minified, ${gzipBytes} gzipped of ${MAX_GZIP_BYTES} allowed`
      const faults = [
        ...(gzipBytes > MAX_GZIP_BYTES
          ? [`the entry weighs ${gzipBytes - MAX_GZIP_BYTES} bytes too much`]
          : []),
        ...nodeImports.map((pair) => `the entry imports a module that browsers lack: ${pair}`),
      ]
      if (faults.length === 0) return { passed: 1, failed: 0, note }
      return { passed: 0, failed: 1, note, details: faults.join('\n') }
    } catch (error) {
      return { passed: 0, failed: 1, details: String(error) }
    }
  },
}
