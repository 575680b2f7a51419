import { instrumentMcpClient, instrumentMcpServer } from 'toolspan'
import { type Boundary, bareBoundary } from './boundary.ts'

/** The library as an application uses it, with every default. */
export const toolspanBoundary: Boundary = {
  ...bareBoundary,
  client: (client) => instrumentMcpClient(client as never),
  server: (server) => instrumentMcpServer(server as never),
}
