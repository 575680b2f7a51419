import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openCollector } from '../../examples/demo/collector.ts'
import { ensureBuilt, ROOT } from './built.ts'

const AGENT = "import { findOrders } from './examples/function.ts'; await findOrders({ region: 'us' })"

it('exports the spans of a program and what ToolspanProcessor finds in them, with nothing else to do', async () => {
  await ensureBuilt()
  const backend = await openCollector()
  try {
    const child = spawn(
      process.execPath,
      ['--import', './examples/node-sdk.ts', '--input-type=module', '--eval', AGENT],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', backend.tracesUrl).href,
          OTEL_LOGS_EXPORTER: 'none',
        },
      },
    )
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit])

    expect({ output, errors, exitCode }).toEqual({ output: '', errors: '', exitCode: 0 })
    expect(backend.spans.map(({ name, service }) => `${service}: ${name}`)).toEqual([
      'my-agent: execute_tool find_orders',
      'my-agent: finding empty-unknown-coverage',
    ])
  } finally {
    backend.close()
  }
}, 90_000)
