import { bundleEntry } from '../bundle-entry.ts'
import type { Step } from './step.ts'

/** What parts of the root entry may weigh, zod included, minified and gzipped. */
const PARTS = [
  { title: 'everything', names: '*', maxGzipBytes: 151_500 },
  {
    title: 'instrumentation alone',
    names: '{ traceTool, instrumentMcpClient, instrumentMcpServer }',
    maxGzipBytes: 95_000,
  },
]

/** A step that bundles the root entry for a browser and looks at its weight and its imports. */
export const bundleStep: Step = {
  name: 'bundle',
  async run() {
    try {
      const notes: string[] = []
      const faults: string[] = []
      for (const { title, names, maxGzipBytes } of PARTS) {
        const { gzipBytes, nodeImports } = await bundleEntry(names)
        notes.push(`${title} ${gzipBytes} bytes gzipped of ${maxGzipBytes} allowed`)
        if (gzipBytes > maxGzipBytes)
          faults.push(`${title} weighs ${gzipBytes - maxGzipBytes} bytes too much`)
        for (const pair of nodeImports) faults.push(`${title} imports a module that browsers lack: ${pair}`)
      }
      const note = notes.join('; ')
      if (faults.length === 0) return { passed: 1, failed: 0, note }
      return { passed: 0, failed: 1, note, details: faults.join('\n') }
    } catch (error) {
      return { passed: 0, failed: 1, details: String(error) }
    }
  },
}
