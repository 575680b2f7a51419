import pg from 'pg'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lost, lostByWords, refusedFor, turnedAway } from './http-rows.ts'
import { closedPort, startTcp } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'
import { backend } from './postgres-backend.ts'

let server: Awaited<ReturnType<typeof startTcp>>
beforeAll(async () => {
  server = await startTcp(backend)
})
afterAll(() => server.close())

async function query(text: string, config: pg.ClientConfig = {}): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'u', database: 'd', ...config })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.query(text)
  } finally {
    void client.end().catch(() => {})
  }
}

describe('errors of pg, thrown by itself', () => {
  it.each<[string, string, Meaning]>([
    ['23505', 'a unique value that is there', refusedFor('validation')],
    ['23503', 'a foreign key without a target', refusedFor('validation')],
    ['42P01', 'a table that is not there', refusedFor('validation')],
    ['42601', 'a syntax error', refusedFor('validation')],
    ['22P02', 'a text that is no number', refusedFor('validation')],
    ['42501', 'a privilege that is missing', refusedFor('permission')],
    ['28P01', 'a wrong password', refusedFor('permission')],
    ['40001', 'a serialization failure', turnedAway],
    ['40P01', 'a deadlock', turnedAway],
    ['55P03', 'a lock that is not free', turnedAway],
    ['53300', 'too many connections', turnedAway],
    ['57P03', 'a server that starts up', turnedAway],
    ['25006', 'a replica that takes no writes', turnedAway],
    ['57014', 'a statement that took too long', turnedAway],
    ['57P01', 'a server that shuts down', lost],
    ['08006', 'a connection that broke', lost],
    ['P0001', 'an exception that a function raised', refusedFor('business')],
    ['40003', 'a commit whose end is not known', lost],
  ])('REQ-3 %s: %s', async (sqlState, _meaning, means) => {
    expectMeaning(await thrownBy(() => query(sqlState)), { ...means, code: sqlState })
  })

  it('REQ-3 a connection that is refused by the server', async () => {
    expectMeaning(await thrownBy(() => query('x', { database: 'refuse-53300' })), {
      ...turnedAway,
      code: '53300',
    })
  })

  it('REQ-18 a connection that is reset under way', async () => {
    expectMeaning(await thrownBy(() => query('reset')), lost)
  })

  it('REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => query('hang', { query_timeout: 80 })), lostByWords)
  })

  it('REQ-18 nobody listening: never sent', async () => {
    const port = await closedPort()
    expectMeaning(await thrownBy(() => query('x', { port })), { ...turnedAway, code: 'ECONNREFUSED' })
  })

  it('REQ-18 a connection that is not made in time', async () => {
    const silent = await startTcp(() => {})
    const error = await thrownBy(() => query('x', { port: silent.port, connectionTimeoutMillis: 80 }))
    // Its words are those of a statement that took too long.
    expectMeaning(error, lostByWords)
    await silent.close()
  })
})
