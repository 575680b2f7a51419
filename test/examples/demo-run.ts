import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { openCollector } from '../../examples/demo/collector.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'
import { ensureBuilt, ROOT } from './built.ts'

const REPORT = z.object({
  counts: z.object({ traces: z.number(), spans: z.number() }),
  counted: z.record(z.string(), z.number()),
  said: z.record(z.string(), z.number()),
  findings: z.array(
    z.looseObject({
      rule: z.string(),
      severity: z.string(),
      attempts: z.number().optional(),
      amplification: z.number().optional(),
      requests: z.number().optional(),
      resets: z.number().optional(),
      recovered: z.boolean().optional(),
      complete: z.boolean(),
      layers: z.array(z.object({ layer: z.string(), attempts: z.number() })).optional(),
      origin: z.object({ service: z.string(), tool: z.string().optional() }),
    }),
  ),
})

/** How one run of the demo went. */
export interface DemoRun {
  readonly exitCode: number | null
  readonly tookMs: number
  readonly output: string
  readonly errors: string
  readonly report: z.infer<typeof REPORT>
  /** What a backend received that OTEL_EXPORTER_OTLP_ENDPOINT named. */
  readonly exported: readonly SpanInput[]
  /** Files that lie in its temporary folder when it is over. */
  readonly leftFiles: readonly string[]
  /** Whether a process that it started was still there. */
  readonly leftProcesses: boolean
}

/** Runs the built demo as a program of its own, with a backend to export to, and waits for its end. */
export async function runDemoProgram(): Promise<DemoRun> {
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'demo-test-'))
  const reportFolder = mkdtempSync(join(tmpdir(), 'demo-report-'))
  const reportFile = join(reportFolder, 'report.json')
  const backend = await openCollector()
  try {
    const startedMs = performance.now()
    // A process group of its own, so that what it leaves behind can be seen.
    const child = spawn(process.execPath, ['examples/demo/main.ts', '--json', reportFile], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        TMPDIR: folder,
        OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', backend.tracesUrl).href,
      },
    })
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit])
    return {
      exitCode,
      tookMs: performance.now() - startedMs,
      output,
      errors,
      report: REPORT.parse(JSON.parse(readFileSync(reportFile, 'utf8'))),
      exported: [...backend.spans],
      leftFiles: readdirSync(folder),
      leftProcesses: hasProcesses(child.pid),
    }
  } finally {
    backend.close()
    rmSync(folder, { recursive: true })
    rmSync(reportFolder, { recursive: true })
  }
}

function hasProcesses(groupId: number | undefined): boolean {
  try {
    return groupId !== undefined && process.kill(-groupId, 0)
  } catch {
    return false
  }
}
