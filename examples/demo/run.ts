import { ToolspanProcessor } from 'toolspan'
import { z } from 'zod'
import { FINDINGS_SCOPE } from '../../src/semconv/scopes.ts'
import { createJudge } from '../../src/tail/judge.ts'
import { connectServers } from './agents/connections.ts'
import { runCoordinator } from './agents/coordinator.ts'
import { startService } from './child-process.ts'
import { createClosing } from './closing.ts'
import { openCollector } from './collector.ts'
import { makeFolder } from './folder.ts'
import type { DemoResult } from './print/summary.ts'
import { backendEnv, startTelemetry } from './telemetry.ts'

const COUNTS = z.record(z.string(), z.int())

/** Starts every process, plays the run, ends every process, and judges the spans that all of them have sent. */
export async function runDemo(): Promise<DemoResult> {
  const closing = createClosing()
  try {
    const folder = makeFolder()
    const collector = await openCollector()
    closing.add(collector.close)
    const dependency = await startService('dependency.ts')
    closing.add(dependency.stop)
    const env = { ...backendEnv(), DEMO_TRACES_URL: collector.tracesUrl, DEMO_DEPENDENCY_URL: dependency.url }
    const archive = await startService('servers/archive.ts', env)
    const stopArchive = closing.add(archive.stop)
    const seenLive = new Set<string>()
    // Where a tail service judges all processes, this one does not judge what it sees of them as well.
    const processors =
      process.env.DEMO_JUDGE === 'tail'
        ? []
        : [new ToolspanProcessor({ onFinding: ({ id }) => seenLive.add(id) })]
    const telemetry = startTelemetry('coordinator', collector.tracesUrl, processors)
    const stopTelemetry = closing.add(() => telemetry.shutdown())

    const connections = await runCoordinator(async () => {
      const opened = await connectServers({ archiveUrl: archive.url, folder, env })
      return { ...opened, close: closing.add(opened.close) }
    }, folder)

    // Each process sends its last spans when it ends.
    await connections.close()
    await stopArchive()
    await stopTelemetry()
    const counted = COUNTS.parse(await (await fetch(`${dependency.url}/counts`)).json())
    const judge = createJudge()
    for (const span of collector.spans) judge.add(span)
    return {
      findings: judge.findings(),
      counts: judge.counts,
      // What the processor has found is not shown twice: the judge saw more.
      spans: collector.spans.filter((span) => span.scope !== FINDINGS_SCOPE),
      counted,
      dependencyUrl: dependency.url,
      seenLive: seenLive.size,
    }
  } finally {
    await closing.all()
  }
}
