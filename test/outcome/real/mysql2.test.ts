import type { AddressInfo, Socket } from 'node:net'
import mysql from 'mysql2'
import mysqlPromise from 'mysql2/promise'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lost, refusedFor, turnedAway } from './http-rows.ts'
import { closedPort } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'

/** The server of the package itself: it lets clients in and answers a query with the error number that it is. */
interface OwnServer {
  listen(port: number, host: string, backlog: number, done: () => void): void
  close(done: () => void): void
  readonly _server: { address(): AddressInfo }
}
let server: OwnServer
let port: number
beforeAll(async () => {
  // The types of the package know less of its server than it does.
  server = mysql.createServer(attend) as unknown as OwnServer
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4, resolve))
  port = server._server.address().port
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

function attend(connection: mysql.Connection): void {
  connection.on('error', () => {})
  connection.serverHandshake({
    protocolVersion: 10,
    serverVersion: 'loopback',
    connectionId: 1,
    statusFlags: 2,
    characterSet: 8,
    capabilityFlags: 0xffffff,
    authCallback(_login: unknown, done: (error: null) => void) {
      done(null)
      // Every command starts to count its packets anew; the server of the package does not.
      Reflect.set(connection, 'sequenceId', 0)
    },
  })
  connection.on('query', (text: string) => {
    if (text === 'reset') (Reflect.get(connection, 'stream') as Socket).resetAndDestroy()
    else if (text !== 'hang')
      connection.writeError({ message: `the server says ${text}`, code: Number(text) })
  })
}

async function query(sql: string, timeout?: number): Promise<unknown> {
  const connection = await mysqlPromise.createConnection({ host: '127.0.0.1', port, user: 'u' })
  connection.on('error', () => {})
  try {
    return await connection.query({ sql, ...(timeout !== undefined && { timeout }) })
  } finally {
    connection.destroy()
  }
}

describe('errors of mysql2, thrown by itself', () => {
  it.each<[number, string, Meaning]>([
    [1062, 'ER_DUP_ENTRY', refusedFor('validation')],
    [1064, 'ER_PARSE_ERROR', refusedFor('validation')],
    [1146, 'ER_NO_SUCH_TABLE', refusedFor('validation')],
    [1452, 'ER_NO_REFERENCED_ROW_2', refusedFor('validation')],
    [1142, 'ER_TABLEACCESS_DENIED_ERROR', refusedFor('permission')],
    [1045, 'ER_ACCESS_DENIED_ERROR', refusedFor('permission')],
    [1213, 'ER_LOCK_DEADLOCK', turnedAway],
    [1205, 'ER_LOCK_WAIT_TIMEOUT', turnedAway],
    [1040, 'ER_CON_COUNT_ERROR', turnedAway],
    [1290, 'ER_OPTION_PREVENTS_STATEMENT', turnedAway],
    [3024, 'ER_QUERY_TIMEOUT', turnedAway],
    [1053, 'ER_SERVER_SHUTDOWN', lost],
  ])('REQ-3 %i %s', async (number, code, means) => {
    expectMeaning(await thrownBy(() => query(String(number))), { ...means, code })
  })

  it('REQ-18 a connection that is reset under way', async () => {
    expectMeaning(await thrownBy(() => query('reset')), lost)
  })

  it('REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => query('hang', 80)), lost)
  })

  it('REQ-18 nobody listening: never sent', async () => {
    const nobody = await closedPort()
    const error = await thrownBy(() =>
      mysqlPromise.createConnection({ host: '127.0.0.1', port: nobody, user: 'u' }),
    )
    expectMeaning(error, { ...turnedAway, code: 'ECONNREFUSED' })
  })
})
