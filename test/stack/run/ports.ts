import { createServer } from 'node:net'

/** Ports of ours begin here: below those that systems give to connections on their way out. */
const FIRST_PORT = 20_000
/** So many belong to one worker of vitest, so that no two of them take the same one. */
const PORTS_A_WORKER = 400

let next = FIRST_PORT + PORTS_A_WORKER * (Number(process.env.VITEST_POOL_ID ?? 0) % 30)

/** A port on loopback that nobody listens on. No port is given twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
