import { Client, credentials, status } from '@grpc/grpc-js'
import { type Load, withNewIds } from './bodies.ts'

const PATH = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const CONNECTIONS = 8
let passes = 1_000_000

/** The same load in unary calls of gRPC. Resolves to the spans taken. */
export async function sendGrpcLoad({ bodies }: Load, port: number, spans: number): Promise<number> {
  const clients = Array.from(
    { length: CONNECTIONS },
    () =>
      new Client(`127.0.0.1:${port}`, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 }),
  )
  let next = 0
  let taken = 0
  const send = async (client: Client): Promise<void> => {
    while (taken < spans) {
      const body = bodies[next++ % bodies.length]
      if (body === undefined) return
      if (next % bodies.length === 1) passes++
      if (await call(client, withNewIds(body, passes))) taken += body.spans
    }
  }
  await Promise.all(clients.map(send))
  for (const client of clients) client.close()
  return taken
}

/** False where there was no room at the moment. */
function call(client: Client, body: Buffer): Promise<boolean> {
  const asIs = (bytes: Buffer) => bytes
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(PATH, asIs, asIs, body, (error) => {
      if (error === null) resolve(true)
      else if (error.code === status.RESOURCE_EXHAUSTED) resolve(false)
      else reject(error)
    })
  })
}
