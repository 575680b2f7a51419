import { createClient } from 'redis'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lost, turnedAway } from './http-rows.ts'
import { closedPort, startTcp } from './loopback.ts'
import { expectMeaning, thrownBy } from './meaning.ts'
import { REDIS_ROWS } from './redis-rows.ts'
import { respServer } from './resp-server.ts'

let server: Awaited<ReturnType<typeof startTcp>>
beforeAll(async () => {
  server = await startTcp(respServer)
})
afterAll(() => server.close())

async function get(key: string, port = server.port, timeoutMs?: number): Promise<unknown> {
  const client = createClient({
    RESP: 2,
    socket: {
      host: '127.0.0.1',
      port,
      reconnectStrategy: false,
      ...(timeoutMs !== undefined && { socketTimeout: timeoutMs }),
    },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.get(key)
  } finally {
    if (client.isOpen) client.destroy()
  }
}

describe('errors of redis, thrown by itself', () => {
  it.each(REDIS_ROWS)('REQ-3 %s', async (reply, means) => {
    expectMeaning(await thrownBy(() => get(reply)), means)
  })

  it('REQ-18 a connection that is reset under way', async () => {
    expectMeaning(await thrownBy(() => get('reset')), lost)
  })

  it('REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => get('hang', server.port, 80)), lost)
  })

  it('REQ-18 nobody listening: never sent', async () => {
    const error = await thrownBy(async () => get('x', await closedPort()))
    expectMeaning(error, { ...turnedAway, code: 'ECONNREFUSED' })
  })
})
