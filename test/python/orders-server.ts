import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pythonWith } from '../real-servers/python-server.ts'

export const PYTHON_EXAMPLE = join(import.meta.dirname, '../../examples/python')

/** How examples/python/server.py is started. */
export interface OrdersOptions {
  /** Where it sends its spans, without `/v1/traces`. */
  readonly otlpUrl: string
  readonly archiveUrl?: string
  /** Whether it believes nobody. */
  readonly isOpenToStrangers?: boolean
}

/** Python with what the example needs; undefined where the machine is known to have none. */
export const pythonOfExample = (): string | undefined =>
  pythonWith('toolspan-example', join(PYTHON_EXAMPLE, 'requirements.txt'))

export const ORDERS_SERVICE = 'orders-python'

export function ordersEnv({ otlpUrl, archiveUrl, isOpenToStrangers }: OrdersOptions): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PYTHONDONTWRITEBYTECODE: '1',
    OTEL_SERVICE_NAME: ORDERS_SERVICE,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    // Loopback only, whatever the machine has set up.
    NO_PROXY: '*',
    ...(archiveUrl !== undefined && { ORDERS_ARCHIVE_URL: archiveUrl }),
    ...(isOpenToStrangers === true && { ORDERS_OPEN_TO_STRANGERS: '1' }),
  }
}

export const SERVER_FILE = join(PYTHON_EXAMPLE, 'server.py')

/** A server over streamable HTTP, on a port that it picks. */
export interface PythonProcess {
  readonly url: URL
  stop(): Promise<void>
}

export const serveOrders = (python: string, options: OrdersOptions): Promise<PythonProcess> =>
  servePython(python, 'server.py', ordersEnv(options))

/** Starts a program of the example with the port as its argument. */
export async function servePython(
  python: string,
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<PythonProcess> {
  const child = spawn(python, [join(PYTHON_EXAMPLE, file), '0'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const gone = once(child, 'exit')
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line)
    const [, port] = /running on http:\/\/127\.0\.0\.1:(\d+)/i.exec(line) ?? []
    if (port === undefined) continue
    // Nobody reads on: a full pipe would stop it.
    child.stderr.resume()
    return {
      url: new URL(`http://127.0.0.1:${port}/mcp`),
      async stop() {
        child.kill('SIGTERM')
        await gone
      },
    }
  }
  throw new Error(`the server ended before it was ready:\n${said.join('\n')}`)
}
