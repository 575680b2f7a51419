import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'

export interface McpHttpServer {
  readonly url: URL
  close(): Promise<void>
}

/**
 * An instrumented MCP server over streamable HTTP on loopback, with one session. `around` runs each request, as an
 * instrumentation of HTTP servers does.
 */
export async function startMcpHttpServer(
  register: (server: McpServer) => void,
  around: (request: IncomingMessage, handle: () => Promise<void>) => Promise<void> = (_request, handle) =>
    handle(),
): Promise<McpHttpServer> {
  const server = instrumentMcpServer(new McpServer({ name: 'http-server', version: '1.0.0' }))
  register(server)
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => 'session-1',
    enableJsonResponse: true,
  })
  await server.connect(transport)
  const http = createServer((request, response) => {
    around(request, () => transport.handleRequest(request, response)).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    async close() {
      await server.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
