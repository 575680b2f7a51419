import type * as api from '@opentelemetry/api'
import {
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_TRANSPORT,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '../semconv/standard.ts'

// "Recording MCP transport" of the MCP conventions. They have no rule for transports inside one process, so those
// get nothing. The HTTP version is not known to the MCP SDK and stays out.
const NONE: api.Attributes = Object.freeze({})
const PIPE: api.Attributes = Object.freeze({ [ATTR_NETWORK_TRANSPORT]: 'pipe' })
const HTTP: api.Attributes = Object.freeze({
  [ATTR_NETWORK_TRANSPORT]: 'tcp',
  [ATTR_NETWORK_PROTOCOL_NAME]: 'http',
})
const WEB_SOCKET: api.Attributes = Object.freeze({
  [ATTR_NETWORK_TRANSPORT]: 'tcp',
  [ATTR_NETWORK_PROTOCOL_NAME]: 'websocket',
})

/** The members by which a transport is known that serves HTTP. */
const HTTP_SERVERS = ['_webStandardTransport', 'sessionIdGenerator', '_deferredResponse'] as const

/**
 * Network attributes of an MCP transport of the SDK, recognised by its shape because bundlers rename classes:
 * one that has a URL is HTTP (or a WebSocket), one that has a child process or standard input is a pipe. A channel of
 * `serveStdio` (version 2) is what it writes through to.
 */
export function transportAttributes(transport: object | undefined): api.Attributes {
  if (transport === undefined) return NONE
  const url: unknown = Reflect.get(transport, '_url')
  if (url instanceof URL) return isWebSocket(url) ? WEB_SOCKET : HTTP
  if ('_serverParams' in transport || '_stdin' in transport) return PIPE
  const wire: unknown = Reflect.get(transport, '_wire')
  if (typeof wire === 'object' && wire !== null) return transportAttributes(wire)
  return HTTP_SERVERS.some((member) => member in transport) ? HTTP : NONE
}

/** Where a client's transport leads to. */
export function serverAddress(transport: object | undefined): api.Attributes {
  const url: unknown = transport && Reflect.get(transport, '_url')
  if (!(url instanceof URL)) return NONE
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  return {
    [ATTR_SERVER_ADDRESS]: url.hostname,
    [ATTR_SERVER_PORT]: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
  }
}

const isWebSocket = (url: URL): boolean => url.protocol === 'ws:' || url.protocol === 'wss:'
