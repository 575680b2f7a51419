import { createServer } from 'node:http'
import { listen } from '../../examples/demo/listen.ts'

/** An HTTP dependency on loopback that fails, and counts who asks. */
export interface Leaf {
  readonly url: string
  readonly requests: number
  close(): void
}

/** @param mode whether it answers 503 to every request, or nothing at all */
export async function openLeaf(mode: 'fails' | 'hangs' = 'fails'): Promise<Leaf> {
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    if (mode === 'fails') response.writeHead(503).end()
  })
  const address = await listen(server)
  return {
    url: `${address}/archive`,
    get requests() {
      return requests
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
