// A server for the conformance suite: `server.ts v1|v2 bare|instrumented`. It prints its address and runs until its
// standard input ends.
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import type { HttpFront } from '../support/mcp-http-front.ts'
import { registerOtel } from '../support/otel.ts'
import { serveV1 } from './server-v1.ts'
import { serveV2 } from './server-v2.ts'

/** Starts serving; every server that is made goes through `prepare`. */
export type Serve = (prepare: <Server extends object>(server: Server) => Server) => Promise<HttpFront>

const [, , sdk, end] = process.argv

const otel = end === 'instrumented' ? registerOtel() : undefined
const serve = sdk === 'v1' ? serveV1 : serveV2
const front = await serve((server) =>
  end === 'instrumented' ? instrumentMcpServer(server as never) : server,
)
console.log(front.url.href)
process.stdin.resume()
process.stdin.on('end', () => {
  // How much was traced, so that a comparison with nothing cannot pass for one.
  console.log(`spans ${otel?.spans().length ?? 0}`)
  void front.close().then(() => process.exit(0))
})
