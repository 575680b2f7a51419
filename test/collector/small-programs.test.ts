import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from './read-config.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill()
})

function start(path: string, words: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(ROOT, path), ...words], { env: { ...process.env, ...env } })
  started.push(child)
  return child
}

/** The lines that a program writes, one at a time. */
function linesOf({ stdout }: ChildProcess): Interface {
  if (stdout === null) throw new Error('the program has no output')
  return createInterface({ input: stdout })
}

async function nextLine(lines: Interface): Promise<string> {
  const [line] = await once(lines, 'line')
  return String(line)
}

async function exitCodeOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'exit')
  return code
}

test('the alert printer prints a line for each alert of a message', async () => {
  const lines = linesOf(start('dashboards/alertmanager/print-alerts.ts', [], { PORT: '0' }))
  const port = (await nextLine(lines)).split(' ').at(-1)
  const alerts = [
    {
      status: 'firing',
      labels: { alertname: 'ToolBudgetReset', severity: 'critical' },
      annotations: { description: 'again' },
    },
  ]
  const printed = nextLine(lines)
  const answer = await fetch(`http://127.0.0.1:${port}/page`, {
    method: 'POST',
    body: JSON.stringify({ alerts }),
  })
  expect(answer.status).toBe(200)
  expect(JSON.parse(await printed)).toEqual({
    to: 'page',
    status: 'firing',
    alertname: 'ToolBudgetReset',
    severity: 'critical',
    says: 'again',
  })
  const nonsense = await fetch(`http://127.0.0.1:${port}/page`, { method: 'POST', body: 'no json' })
  expect(nonsense.status).toBe(400)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('the probe ends well only when every address answers well', async () => {
  const server = createServer(({ url }, response) => response.writeHead(url === '/well' ? 200 : 503).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    expect(await exitCodeOf(start('collector/probe.ts', [`${base}/well`]))).toBe(0)
    expect(await exitCodeOf(start('collector/probe.ts', [`${base}/well`, `${base}/ill`]))).toBe(1)
    expect(await exitCodeOf(start('collector/probe.ts', ['http://127.0.0.1:9']))).toBe(1)
    expect(await exitCodeOf(start('collector/probe.ts', []))).toBe(1)
  } finally {
    server.close()
  }
})
