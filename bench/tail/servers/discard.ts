// The floor: reads each body into a pooled buffer, as the service does, and does nothing with it.
import { createServer } from 'node:http'
import { createBodyPool } from '../../../src/service/http/body-pool.ts'
import { freeBytes } from '../../../src/service/http/free-bytes.ts'
import { receiveBody } from '../../../src/service/http/receive-body.ts'

const MIB = 1024 * 1024
const room = { pool: createBodyPool(), maxBodyBytes: 16 * MIB, maxBytes: 256 * MIB, bytes: 0 }

const server = createServer((request, response) => {
  receiveBody(
    request,
    room,
    (body) => {
      if (body !== undefined && 'buffer' in body) room.pool.give(body.buffer)
      response.end()
    },
    freeBytes,
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`ready http=127.0.0.1:${address?.port}`)
})
