// A webhook receiver that prints each alert as one line, and stands in for a pager in docker-compose.yml. It needs
// nothing but Node 24: node print-alerts.ts. HOST and PORT say where it listens.
import { createServer } from 'node:http'

/** Alertmanager sends a few kilobytes; more than this is none of its messages. */
const MAX_BYTES = 1_000_000

const host = process.env.HOST ?? '127.0.0.1'
const port = Number(process.env.PORT ?? 9095)

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end()
    return
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
    if (text.length > MAX_BYTES) request.destroy()
  })
  request.on('end', () => {
    const lines = linesOf(request.url ?? '/', text)
    for (const line of lines ?? []) console.log(line)
    response.writeHead(lines === undefined ? 400 : 200).end()
  })
})

server.listen(port, host, () => {
  const address = server.address()
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`)
})
process.once('SIGTERM', () => server.close())

/** A line for each alert of a message; undefined for anything that is no message of Alertmanager. */
function linesOf(path: string, text: string): readonly string[] | undefined {
  try {
    const { alerts } = JSON.parse(text)
    return alerts.map((alert: { status: string; labels: object; annotations: { description?: string } }) =>
      JSON.stringify({
        to: path.slice(1),
        status: alert.status,
        ...alert.labels,
        says: alert.annotations.description,
      }),
    )
  } catch {
    return undefined
  }
}
