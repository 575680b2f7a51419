import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Load } from './load/bodies.ts'
import { sendLoad } from './load/send.ts'
import { sendGrpcLoad } from './load/send-grpc.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { startCollector } from './servers/collector.ts'

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
  /** How many spans the service may hold; default 200000. */
  readonly maxSpans?: number
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
  const server = await startTail(folder, way, [
    '--max-spans',
    String(way.maxSpans ?? 200_000),
    '--quiet-ms',
    '2000',
  ])
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
  return heldBytesOf(way, ['--quiet-ms', '3600000', '--judge-after-ms', '60000'])
}

/**
 * The same while runs come and go: those that end are let go of after a while, those that do not are held among what was
 * left of them.
 */
export async function measureChurnBytes(way: Way): Promise<number> {
  // About a million spans at the pace of one core.
  return heldBytesOf(way, ['--quiet-ms', '7000'])
}

async function heldBytesOf(way: Way, more: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-bench-tail-'))
  const server = await startTail(folder, way, ['--max-spans', '2000000', ...more])
  try {
    const idle = server.rssBytes()
    await send(server, way, way.spans)
    return (server.rssBytes() - idle) / ((await metricOf(server, 'toolspan_tail_spans_held')) ?? Number.NaN)
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Holds a trace for so long before it decides: about as long as the service lets one be quiet in `measureTail`. */
const COLLECTOR_WAIT = '2s'
/** The Collector holds so many spans when its memory is read. */
const COLLECTOR_HELD = 200_000
const SPANS_A_TRACE = 20

/** The Collector's tail_sampling on the same bodies. */
export async function measureCollector(way: Way): Promise<Measured> {
  const server = await startCollector({ core: way.core, wait: COLLECTOR_WAIT, traces: 1_000_000 })
  try {
    return { spansPerCpuSecond: await pace(server, way), stallS: undefined }
  } finally {
    await server.end()
  }
}

/** What a span takes that the Collector holds before it decides. */
export async function measureCollectorHeldBytes(way: Way): Promise<number> {
  const traces = (2 * COLLECTOR_HELD) / SPANS_A_TRACE
  const server = await startCollector({ core: way.core, wait: '600s', traces })
  try {
    const idle = server.rssBytes()
    const held = await send(server, way, COLLECTOR_HELD)
    return (server.rssBytes() - idle) / held
  } finally {
    await server.end()
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
