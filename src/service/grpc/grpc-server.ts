import type { ServerUnaryCall, sendUnaryData, UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Access } from '../http/access.ts'
import type { Listening, TlsFiles } from '../http/listen.ts'
import { type Signal, successBody } from '../http/otlp-answer.ts'
import type { Answer, OtlpTarget } from '../http/otlp-target.ts'
import { type Refusal, rpcCodeOf } from '../http/refusal.ts'
import { DETAILS_KEY, statusDetails } from './grpc-status.ts'

export interface GrpcOptions {
  readonly target: OtlpTarget
  readonly access: Access
  readonly host: string
  /** 0 picks one. */
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly maxBodyBytes: number
}

/** The services of OTLP by the signal that they carry; each has the one method Export. */
const SERVICES: ReadonlyMap<Signal, string> = new Map([
  ['traces', 'opentelemetry.proto.collector.trace.v1.TraceService'],
  ['logs', 'opentelemetry.proto.collector.logs.v1.LogsService'],
])
/** A client that is gone is noticed in this time; one that pings more often than that is no client of ours. */
const KEEP_ALIVE_MS = 60_000

type Library = typeof import('@grpc/grpc-js')
type Call = ServerUnaryCall<Buffer, Buffer>

/** Starts OTLP/gRPC: unary calls, gzip. Rejects where it cannot listen, or the package of the library is missing. */
export async function listenGrpc(options: GrpcOptions): Promise<Listening> {
  const library = await load()
  const server = new library.Server({
    'grpc.max_receive_message_length': options.maxBodyBytes,
    'grpc.keepalive_time_ms': KEEP_ALIVE_MS,
    // Answers are a few bytes.
    'grpc.default_compression_algorithm': 0,
  })
  for (const [signal, service] of SERVICES) {
    const implementation: UntypedServiceImplementation = { Export: exporter(library, signal, options) }
    server.addService(definitionOf(service), implementation)
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(addressOf(options), credentialsOf(library, options.tls), (error, bound) => {
      if (error === null) resolve(bound)
      else reject(error)
    })
  })
  return {
    host: options.host,
    port,
    close: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
    destroy: () => server.forceShutdown(),
  }
}

async function load(): Promise<Library> {
  try {
    return await import('@grpc/grpc-js')
  } catch (error) {
    throw new Error('the package of gRPC is not installed: npm install @grpc/grpc-js', { cause: error })
  }
}

/** Bodies are handed on as they came: nothing is decoded twice. */
function definitionOf(service: string) {
  const asIs = (bytes: Buffer) => bytes
  return {
    Export: {
      path: `/${service}/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  }
}

function exporter(library: Library, signal: Signal, { target, access }: GrpcOptions) {
  function fail(refusal: Refusal, callback: sendUnaryData<Buffer>): void {
    const metadata = new library.Metadata()
    const details = statusDetails(refusal)
    if (details !== undefined) metadata.set(DETAILS_KEY, Buffer.from(details))
    callback({ code: rpcCodeOf(refusal.status), details: refusal.message, metadata })
  }

  function answer(given: Answer, callback: sendUnaryData<Buffer>): void {
    target.answered(signal, 'status' in given ? given.status : 200)
    if ('status' in given) fail(given, callback)
    else callback(null, Buffer.from(successBody(signal, 'protobuf', given.rejected, given.message)))
  }

  return (call: Call, callback: sendUnaryData<Buffer>): void => {
    const [authorization] = call.metadata.get('authorization')
    const refusal = access(authorization?.toString())
      ? target.refusal()
      : { status: 401, message: 'expected a bearer token that is known' }
    if (refusal !== undefined) answer(refusal, callback)
    else target.take(signal, call.request, 'protobuf', (given) => answer(given, callback))
  }
}

function credentialsOf({ ServerCredentials }: Library, tls: TlsFiles | undefined) {
  if (tls === undefined) return ServerCredentials.createInsecure()
  const ca = tls.ca === undefined ? null : Buffer.from(tls.ca)
  const pair = { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) }
  return ServerCredentials.createSsl(ca, [pair], ca !== null)
}

function addressOf({ host, port }: GrpcOptions): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
