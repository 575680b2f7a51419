import type * as api from '@opentelemetry/api'
import { ATTR_TOOLSPAN_RUN_ID } from '../semconv/attributes/run.ts'
import {
  ATTR_GEN_AI_CONVERSATION_ID,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_MCP_SESSION_ID,
} from '../semconv/standard.ts'
import { type McpTransport, negotiatedVersion, type Protocol } from './mcp-protocol.ts'
import { serverAddress, transportAttributes } from './mcp-transport.ts'
import { protocolVersion } from './protocol-version.ts'

/** A peer may choose any id; both ends cut a longer one in the same way. */
const MAX_SESSION_LENGTH = 128

/** What is known about one MCP connection, put together again only when it changed. */
export interface Connection {
  /** Puts transport and protocol version on attributes. */
  addTo(attributes: api.Attributes): void
  /** Puts the address of the server on the attributes of what is sent to it. */
  addPeerTo(attributes: api.Attributes): void
  /** Puts session and run on the attributes of a span; metrics must not have them. */
  addSessionTo(attributes: api.Attributes, sessionId: unknown): void
  /** Takes the protocol version from the answer to `initialize`, which most transports do not keep. */
  learn(initializeResult: unknown): void
}

/** @param conversationId reads the conversation that the calls belong to; it names the run instead of the session */
export function createConnection(protocol: Protocol, conversationId?: () => string | undefined): Connection {
  let transport: McpTransport | undefined
  let network = transportAttributes(undefined)
  let address = serverAddress(undefined)
  let initializedVersion: string | undefined
  // A client or server may be connected again, by another transport and with another version.
  const lookAtTransport = (): void => {
    if (protocol.transport === transport) return
    transport = protocol.transport
    network = transportAttributes(transport)
    address = serverAddress(transport)
    initializedVersion = undefined
  }
  return {
    addTo(attributes) {
      lookAtTransport()
      for (const name in network) attributes[name] = network[name]
      const version = protocolVersion(negotiatedVersion(protocol)) ?? initializedVersion
      if (version !== undefined) attributes[ATTR_MCP_PROTOCOL_VERSION] = version
    },
    addPeerTo(attributes) {
      lookAtTransport()
      for (const name in address) attributes[name] = address[name]
    },
    addSessionTo(attributes, sessionId) {
      const session = typeof sessionId === 'string' ? sessionId.slice(0, MAX_SESSION_LENGTH) : undefined
      if (session !== undefined) attributes[ATTR_MCP_SESSION_ID] = session
      const conversation = conversationId?.()
      if (conversation !== undefined) attributes[ATTR_GEN_AI_CONVERSATION_ID] = conversation
      // Without either there is no run id: one that is made up would tie or part what nobody tied or parted.
      const run = conversation ?? session
      if (run !== undefined) attributes[ATTR_TOOLSPAN_RUN_ID] = run
    },
    learn(initializeResult) {
      if (typeof initializeResult !== 'object' || initializeResult === null) return
      lookAtTransport()
      initializedVersion =
        protocolVersion(Reflect.get(initializeResult, 'protocolVersion')) ?? initializedVersion
    },
  }
}
