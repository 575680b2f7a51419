import {
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Access } from '../http/access.ts'
import { decompress, encodingOf } from '../http/decompress.ts'
import type { Listening, TlsFiles } from '../http/listen.ts'
import { type Signal, successBody } from '../http/otlp-answer.ts'
import type { Answer, OtlpTarget } from '../http/otlp-target.ts'
import { type BodyRoom, receiveBody } from '../http/receive-body.ts'
import type { Refusal } from '../http/refusal.ts'
import { refusalHeaders } from './grpc-status.ts'
import { listenHttp2 } from './listen-http2.ts'

export interface GrpcOptions {
  readonly target: OtlpTarget
  readonly access: Access
  readonly room: BodyRoom
  readonly host: string
  /** 0 picks one. */
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly maxConnections: number
}

/** The method Export of each service of OTLP, by path. */
const METHODS: ReadonlyMap<string | undefined, Signal> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', 'traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', 'logs'],
])
/** Before a message stand a byte that says whether it is compressed, and four of its length. */
export const PREFIX_BYTES = 5
/** So much may be under way on a connection: the 64 KB that are usual make senders wait for each body several times. */
const WINDOW_BYTES = 4 * 1024 * 1024
const MAX_STREAMS = 100
/** A connection without a call for so long is ended. */
const IDLE_MS = 5 * 60_000
const HEADERS = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-accept-encoding': 'identity,gzip,zstd',
}

/**
 * Starts OTLP/gRPC: unary calls, gzip. Two methods are served by hand, since the library of gRPC took two thirds of the
 * pace of OTLP/HTTP, and 85 % is the goal (bench/tail).
 */
export function listenGrpc(options: GrpcOptions): Promise<Listening> {
  const { tls } = options
  const settings = { initialWindowSize: WINDOW_BYTES, maxConcurrentStreams: MAX_STREAMS }
  const server: Http2Server =
    tls === undefined
      ? createServer({ settings })
      : createSecureServer({
          settings,
          key: tls.key,
          cert: tls.cert,
          ...(tls.ca === undefined ? {} : { ca: tls.ca, requestCert: true, rejectUnauthorized: true }),
        })
  server.on('session', (session: ServerHttp2Session) => {
    session.setLocalWindowSize(WINDOW_BYTES)
    session.setTimeout(IDLE_MS, () => session.close())
  })
  server.on('stream', (stream, headers) => serve(stream, headers, options))
  server.maxConnections = options.maxConnections
  return listenHttp2(server, options.host, options.port)
}

function serve(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { target, access, room }: GrpcOptions,
): void {
  const signal = METHODS.get(headers[':path'])
  stream.on('error', () => {})

  function answer(given: Answer): void {
    target.answered(signal, 'status' in given ? given.status : 200)
    if (stream.destroyed || stream.headersSent) return
    if ('status' in given) {
      stream.respond({ ...HEADERS, ...refusalHeaders(given) }, { endStream: true })
      // What is still on its way of the body is not wanted.
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR)
      return
    }
    stream.respond(HEADERS, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end(framed(successBody(signal ?? 'traces', 'protobuf', given.rejected, given.message)))
  }

  const refusal = refusalOf(signal, headers, access) ?? target.refusal()
  if (refusal !== undefined || signal === undefined) {
    answer(refusal ?? UNKNOWN_METHOD)
    return
  }
  receiveBody(stream, room, (received) => {
    if (received === undefined) return
    // A call that is too large is one for whose message there is no room (gRPC's own libraries say so, too).
    if ('status' in received) return answer(received.status === 413 ? { ...received, status: 429 } : received)
    const message = messageOf(received.buffer.subarray(0, received.length), headers, room.maxBodyBytes)
    if ('status' in message) answer(message)
    else target.take(signal, message, 'protobuf', answer)
    room.pool.give(received.buffer)
  })
}

const UNKNOWN_METHOD: Refusal = { status: 405, message: 'known is Export of TraceService and of LogsService' }

function refusalOf(
  signal: Signal | undefined,
  headers: IncomingHttpHeaders,
  access: Access,
): Refusal | undefined {
  if (signal === undefined) return UNKNOWN_METHOD
  if (access(headers.authorization)) return undefined
  return { status: 401, message: 'expected a bearer token that is known' }
}

/** The one message of a unary call, as it was before it was compressed. */
function messageOf(body: Uint8Array, headers: IncomingHttpHeaders, maxBytes: number): Uint8Array | Refusal {
  if (body.length < PREFIX_BYTES || lengthOf(body) !== body.length - PREFIX_BYTES) {
    return { status: 400, message: 'expected one message' }
  }
  const message = body.subarray(PREFIX_BYTES)
  if (body[0] === 0) return message
  const given = headers['grpc-encoding']
  const encoding = encodingOf(typeof given === 'string' ? given : undefined)
  if (encoding === undefined) return { status: 405, message: 'expected the encoding gzip, zstd or identity' }
  return decompress(message, encoding, maxBytes)
}

function lengthOf(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset, body.length).getUint32(1)
}

function framed(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(PREFIX_BYTES + message.length)
  new DataView(frame.buffer).setUint32(1, message.length)
  frame.set(message, PREFIX_BYTES)
  return frame
}
