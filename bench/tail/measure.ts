import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Load } from './load/bodies.ts'
import { sendLoad } from './load/send.ts'
import { sendGrpcLoad } from './load/send-grpc.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What one server did with a load. */
export interface Measured {
  readonly spansPerCpuSecond: number
  /** The longest time for which the event loop stood still, in seconds; absent where the server does not say. */
  readonly stallS: number | undefined
}

/** How a service is loaded. */
export interface Way {
  readonly load: Load
  readonly spans: number
  readonly core: string | undefined
  readonly isGzipped?: boolean
  readonly isGrpc?: boolean
  /** Without a journal. */
  readonly isInMemory?: boolean
}

/** The floor: a server that reads and discards. */
export async function measureFloor(way: Way): Promise<Measured> {
  const server = await startServer([join(import.meta.dirname, 'servers/discard.ts')], way.core)
  try {
    return { spansPerCpuSecond: await pace(server, way), stallS: undefined }
  } finally {
    await server.end()
  }
}

export async function measureTail(way: Way): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-bench-tail-'))
  const server = await startTail(folder, way, ['--max-spans', '200000', '--quiet-ms', '2000'])
  try {
    const spansPerCpuSecond = await pace(server, way)
    return { spansPerCpuSecond, stallS: await metricOf(server, 'toolspan_tail_loop_delay_seconds') }
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes of memory that a span takes which is held, beyond what the service takes when it holds none. */
export async function measureHeldBytes(way: Way): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-bench-tail-'))
  const server = await startTail(folder, way, [
    '--max-spans',
    '2000000',
    '--quiet-ms',
    '3600000',
    '--judge-after-ms',
    '60000',
  ])
  try {
    const idle = server.rssBytes()
    const held = await send(server, way, way.spans)
    return (server.rssBytes() - idle) / held
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function startTail(
  folder: string,
  { core, isInMemory }: Way,
  more: readonly string[],
): Promise<ServerProcess> {
  const ports = ['--http-port', '0', '--grpc-port', '0', '--metrics-port', '0']
  const state = ['--state', isInMemory === true ? 'memory' : folder, '--shutdown-ms', '0']
  return startServer([join(ROOT, 'dist/cli/main.js'), 'tail', ...ports, ...state, ...more], core)
}

/** A quarter of the load goes before, so that what is compiled late is not counted. */
async function pace(server: ServerProcess, way: Way): Promise<number> {
  await send(server, way, way.spans / 4)
  await metricOf(server, 'toolspan_tail_loop_delay_seconds')
  const before = server.cpuSeconds()
  const spans = await send(server, way, way.spans)
  return spans / (server.cpuSeconds() - before)
}

function send(
  server: ServerProcess,
  { load, isGzipped = false, isGrpc }: Way,
  spans: number,
): Promise<number> {
  if (isGrpc === true) return sendGrpcLoad(load, server.grpcPort, spans)
  return sendLoad(load, { port: server.httpPort, isGzipped, spans })
}

async function metricOf(server: ServerProcess, name: string): Promise<number | undefined> {
  if (server.metricsPort === 0) return undefined
  const page = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  const line = page.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}
