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

/**
 * Network attributes of an MCP transport of the SDK, recognised by its shape because bundlers rename classes:
 * one that has a URL is HTTP (or a WebSocket), one that has a child process or standard input is a pipe.
 */
export function transportAttributes(transport: object | undefined): api.Attributes {
  if (transport === undefined) return NONE
  const url: unknown = Reflect.get(transport, '_url')
  if (url instanceof URL) return urlAttributes(url)
  if ('_serverParams' in transport || '_stdin' in transport) return PIPE
  return '_webStandardTransport' in transport || 'sessionIdGenerator' in transport ? HTTP : NONE
}

function urlAttributes(url: URL): api.Attributes {
  const isWebSocket = url.protocol === 'ws:' || url.protocol === 'wss:'
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:'
  return {
    [ATTR_NETWORK_TRANSPORT]: 'tcp',
    [ATTR_NETWORK_PROTOCOL_NAME]: isWebSocket ? 'websocket' : 'http',
    [ATTR_SERVER_ADDRESS]: url.hostname,
    [ATTR_SERVER_PORT]: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
  }
}
