import type { Socket } from 'node:net'

/** A message of the backend (PostgreSQL manual, message formats). */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const READY = message('Z', Buffer.from('I'))
const LET_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY])

function errorResponse(sqlState: string, severity = 'ERROR'): Buffer {
  const fields = `S${severity}\0V${severity}\0C${sqlState}\0Mthe server says ${sqlState}\0Rloopback\0\0`
  return message('E', Buffer.from(fields))
}

/** The text of a query, simple or prepared. */
const QUERY = /^(?:Q....|P....\0)(.*?)\0/s

/**
 * A server that speaks the protocol of PostgreSQL. A database called `refuse-…` is refused with the SQLSTATE that
 * follows, one called `say-…` answers each query with it; any other answers with the SQLSTATE that the query is.
 * `reset` and `hang` are done in place of an answer.
 */
export function backend(socket: Socket): void {
  let told: string | undefined
  let isIn = false
  socket.on('data', (data) => {
    const text = data.toString('latin1')
    if (!isIn) {
      isIn = true
      const refusal = /database\0refuse-(\w{5})\0/.exec(text)?.[1]
      told = /database\0say-(\w{4,5})\0/.exec(text)?.[1]
      socket.write(refusal === undefined ? LET_IN : errorResponse(refusal, 'FATAL'))
      return
    }
    const query = QUERY.exec(text)?.[1] ?? ''
    const answer = query === '' ? '' : (told ?? query)
    if (answer === 'reset') socket.resetAndDestroy()
    else if (answer !== 'hang' && answer !== '') socket.write(Buffer.concat([errorResponse(answer), READY]))
  })
}
