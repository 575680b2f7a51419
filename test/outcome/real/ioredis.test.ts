import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lostByWords } from './http-rows.ts'
import { closedPort, startTcp } from './loopback.ts'
import { expectMeaning, thrownBy } from './meaning.ts'
import { REDIS_ROWS } from './redis-rows.ts'
import { respServer } from './resp-server.ts'

let server: Awaited<ReturnType<typeof startTcp>>
beforeAll(async () => {
  server = await startTcp(respServer)
})
afterAll(() => server.close())

async function get(key: string, options: { port?: number; commandTimeout?: number } = {}): Promise<unknown> {
  const client = new Redis({
    host: '127.0.0.1',
    port: server.port,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    lazyConnect: true,
    ...options,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.get(key)
  } finally {
    client.disconnect()
  }
}

describe('errors of ioredis, thrown by itself', () => {
  it.each(REDIS_ROWS)('REQ-3 %s', async (reply, means) => {
    expectMeaning(await thrownBy(() => get(reply)), means)
  })

  it('REQ-18 a connection that is reset under way', async () => {
    expectMeaning(await thrownBy(() => get('reset')), lostByWords)
  })

  it('REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => get('hang', { commandTimeout: 80 })), lostByWords)
  })

  it('REQ-18 nobody listening: its words do not tell that from a connection that broke', async () => {
    const error = await thrownBy(async () => get('x', { port: await closedPort() }))
    expectMeaning(error, lostByWords)
  })
})
