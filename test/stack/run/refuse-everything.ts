import { createServer } from 'node:http'

/** Somebody on a port of loopback who says of everything that it is wrong, so that nobody sends it again. */
export async function refuseEverything(port: number): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(400).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
