import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { PREFIX_BYTES } from '../grpc/grpc-server.ts'
import { listenHttp2 } from '../grpc/listen-http2.ts'
import { encodingOf } from '../http/decompress.ts'
import type { Listening, TlsFiles } from '../http/listen.ts'
import type { Signal } from '../http/otlp-answer.ts'
import type { Copies, Copy } from './copies.ts'

const PATHS: ReadonlyMap<string, Signal> = new Map([
  ['/opentelemetry.proto.collector.trace.v1.TraceService/Export', 'traces'],
  ['/opentelemetry.proto.collector.logs.v1.LogsService/Export', 'logs'],
])

export interface GrpcForwardOptions {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly tls: TlsFiles | undefined
  readonly copies: Copies
}

/** Passes every stream of HTTP/2 on as it came, with its trailers, and looks at copies of unary calls of OTLP. */
export function listenGrpcForward({ url, host, port, tls, copies }: GrpcForwardOptions): Promise<Listening> {
  let onward: ClientHttp2Session | undefined

  /** One connection for all streams; a new one where it was lost. */
  function session(): ClientHttp2Session {
    if (onward === undefined || onward.closed || onward.destroyed) {
      onward = connect(url)
      onward.on('error', () => onward?.destroy())
    }
    return onward
  }

  function pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const call = session().request({ ...headers, ':authority': new URL(url).host }, { endStream: false })
    const copy = copyOf(headers, copies)
    let trailers: IncomingHttpHeaders = {}
    stream.on('data', (chunk: Uint8Array) => copy?.add(chunk))
    stream.on('end', () => setImmediate(() => copy?.look(PREFIX_BYTES)))
    stream.pipe(call)
    call.on('response', (answer, flags) => {
      const isAll = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
      stream.respond(answer, { endStream: isAll, waitForTrailers: !isAll })
      if (isAll) return
      call.pipe(stream)
    })
    call.on('trailers', (given) => {
      trailers = given
    })
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    const breakOff = () => {
      copy?.drop()
      if (!stream.headersSent && !stream.destroyed) respondUnavailable(stream)
      else stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
    call.on('error', breakOff)
    stream.on('error', () => call.close(constants.NGHTTP2_CANCEL))
    stream.on('aborted', () => {
      copy?.drop()
      call.close(constants.NGHTTP2_CANCEL)
    })
  }

  const server: Http2Server =
    tls === undefined
      ? createServer()
      : createSecureServer({
          key: tls.key,
          cert: tls.cert,
          ...(tls.ca === undefined ? {} : { ca: tls.ca, requestCert: true, rejectUnauthorized: true }),
        })
  server.on('stream', pass)
  server.on('close', () => onward?.destroy())
  return listenHttp2(server, host, port)
}

/** UNAVAILABLE: senders come again. */
function respondUnavailable(stream: ServerHttp2Stream): void {
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': '14',
      'grpc-message': 'the receiver cannot be reached',
    },
    { endStream: true },
  )
}

function copyOf(headers: IncomingHttpHeaders, copies: Copies): Copy | undefined {
  const signal = PATHS.get(headers[':path'] ?? '')
  const given = headers['grpc-encoding']
  const encoding = encodingOf(typeof given === 'string' ? given : undefined)
  return signal === undefined || encoding === undefined
    ? undefined
    : copies.of({ signal, format: 'protobuf', encoding })
}
