import { instrumentMcpClient, instrumentMcpServer, recover } from 'toolspan'
import { type Boundary, bareBoundary } from './boundary.ts'

/** The library as an application uses it, with every default. */
export const toolspanBoundary: Boundary = {
  ...bareBoundary,
  client: (client) => instrumentMcpClient(client as never),
  server: (server) => instrumentMcpServer(server as never),
}

/** Work within a budget, which it does not need: it succeeds at once. */
export const withinBudget = <R>(work: () => Promise<R>): Promise<R> =>
  recover({ owner: 'bench', maxAttempts: 3, deadlineMs: 10_000 }, work)

/** The same with each tool working within a budget, as handlers do that ask something else. */
export const recoveringBoundary: Boundary = {
  ...toolspanBoundary,
  handle: (_tool, handle) => (args, extra) => withinBudget(() => handle(args, extra)),
}
