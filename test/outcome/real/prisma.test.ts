import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lost, refusedFor, turnedAway } from './http-rows.ts'
import { closedPort, startTcp } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'
import { backend } from './postgres-backend.ts'
import {
  type Client,
  clientWithoutAdapter,
  PrismaClientInitializationError,
  PrismaClientKnownRequestError,
  postgresClient,
  sqliteClient,
} from './prisma-client.ts'

const INPUT = refusedFor('validation')
/** There is no such row: what has to change is open. */
const NOT_THERE: Meaning = { status: 'failed', category: undefined, retryable: false }

describe('errors of Prisma over a real SQLite, thrown by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-prisma-'))
  const path = join(folder, 'shops.db')
  let db: Client
  beforeAll(async () => {
    db = sqliteClient(path)
    await db.$executeRawUnsafe('CREATE TABLE Owner (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)')
    await db.$executeRawUnsafe(
      'CREATE TABLE Shop (id INTEGER PRIMARY KEY, ownerId INTEGER REFERENCES Owner(id))',
    )
    await db.owner.create({ data: { id: 1, email: 'a@example.com' } })
  })
  afterAll(async () => {
    await db.$disconnect()
    rmSync(folder, { recursive: true })
  })

  it.each<[string, (client: Client) => Promise<unknown>, Meaning]>([
    [
      'P2002: a unique value that is there',
      (client) => client.owner.create({ data: { id: 2, email: 'a@example.com' } }),
      { ...INPUT, code: 'P2002' },
    ],
    [
      'P2003: a foreign key without a target',
      (client) => client.shop.create({ data: { id: 1, ownerId: 77 } }),
      { ...INPUT, code: 'P2003' },
    ],
    [
      'P2025: a row to be changed that is not there',
      (client) => client.owner.update({ where: { id: 9 }, data: { email: 'x' } }),
      { ...NOT_THERE, code: 'P2025' },
    ],
    [
      'P2025: a row that has to be there',
      (client) => client.owner.findUniqueOrThrow({ where: { id: 9 } }),
      { ...NOT_THERE, code: 'P2025' },
    ],
    ['an argument that is missing', (client) => client.owner.create({ data: { id: 3 } }), INPUT],
    [
      'P2010: a statement of its own that does not parse',
      (client) => client.$queryRawUnsafe('SELEC 1'),
      { ...INPUT, code: 'SQLITE_ERROR' },
    ],
    [
      'P2010: a statement of its own that breaks a constraint',
      (client) => client.$executeRawUnsafe("INSERT INTO Owner VALUES (4, 'a@example.com')"),
      { ...INPUT, code: 'SQLITE_CONSTRAINT' },
    ],
    [
      'P2028: a transaction whose timer ran out is rolled back',
      (client) =>
        client.$transaction(
          async (inside) => {
            // The driver works without a turn of the event loop: without one, no timer runs.
            for (;;) await immediate(await inside.owner.findMany())
          },
          { timeout: 20 },
        ),
      { ...turnedAway, code: 'P2028' },
    ],
  ])('REQ-3 %s', async (_name, run, means) => {
    expectMeaning(await thrownBy(() => run(db)), means)
  })

  it('REQ-18 P1008: a locked database did nothing, though its code is that of a lost answer', async () => {
    const other = sqliteClient(path, 20)
    await db.$transaction(async (inside) => {
      await inside.owner.create({ data: { id: 50, email: 'b@example.com' } })
      const error = await thrownBy(() => other.owner.create({ data: { id: 51, email: 'c@example.com' } }))
      expectMeaning(error, { ...turnedAway, code: 'SQLITE_BUSY' })
    })
    await other.$disconnect()
  })

  it('REQ-3 P2039: a table that is gone', async () => {
    const empty = sqliteClient(join(folder, 'empty.db'))
    expectMeaning(await thrownBy(() => empty.shop.findMany()), { ...INPUT, code: 'SQLITE_ERROR' })
    await empty.$disconnect()
  })

  it('REQ-3 a client that was made without a way to its database', async () => {
    expectMeaning(await thrownBy(async () => clientWithoutAdapter()), INPUT)
  })
})

describe('errors of Prisma over PostgreSQL, thrown by itself', () => {
  let server: Awaited<ReturnType<typeof startTcp>>
  beforeAll(async () => {
    server = await startTcp(backend)
  })
  afterAll(() => server.close())

  async function thrownOn(
    database: string,
    run: (client: Client) => Promise<unknown>,
    port = server.port,
  ): Promise<unknown> {
    const client = postgresClient(port, database)
    const error = await thrownBy(() => run(client))
    await client.$disconnect()
    return error
  }

  it.each<[string, string, string, Meaning]>([
    ['23505', 'P2002', 'a unique value that is there', INPUT],
    ['23503', 'P2003', 'a foreign key without a target', INPUT],
    ['23502', 'P2011', 'a value that is missing', INPUT],
    ['42P01', 'P2021', 'a table that is not there', INPUT],
    ['22001', 'P2000', 'a text that is too long', INPUT],
    ['40001', 'P2034', 'a serialization failure', turnedAway],
    ['40P01', 'P2034', 'a deadlock', turnedAway],
    ['53300', 'P2037', 'too many connections', turnedAway],
    ['57014', '57014', 'a statement that took too long', turnedAway],
    ['25006', '25006', 'a replica that takes no writes', turnedAway],
    ['42501', '42501', 'a privilege that is missing', refusedFor('permission')],
    ['P0001', 'P0001', 'an exception that a function raised', refusedFor('business')],
    ['57P01', '57P01', 'a server that shuts down', lost],
    ['08006', '08006', 'a connection that broke', lost],
    ['reset', 'P1017', 'a connection that is reset under way', lost],
  ])('REQ-3 %s as %s: %s, of a model and of a statement', async (said, code, _meaning, means) => {
    expectMeaning(await thrownOn(`say-${said}`, (client) => client.owner.findMany()), { ...means, code })
    expectMeaning(await thrownOn('d', (client) => client.$queryRawUnsafe(said)), {
      ...means,
      code: said === 'reset' ? code : said,
    })
  })

  it.each<[string, string, string, Meaning]>([
    ['28P01', 'P1000', 'a wrong password', refusedFor('permission')],
    ['28000', 'P1010', 'a user who may not come in', refusedFor('permission')],
    ['3D000', 'P1003', 'a database that is not there', INPUT],
    ['53300', 'P2037', 'too many connections', turnedAway],
    ['57P03', '57P03', 'a server that starts up', turnedAway],
  ])('REQ-3 refused with %s as %s: %s', async (said, code, _meaning, means) => {
    expectMeaning(await thrownOn(`refuse-${said}`, (client) => client.owner.findMany()), { ...means, code })
  })

  it('REQ-18 P1001: nobody listening: never sent', async () => {
    const error = await thrownOn('d', (client) => client.owner.findMany(), await closedPort())
    expectMeaning(error, { ...turnedAway, code: 'P1001' })
  })
})

describe('errors that older versions of Prisma throw, in its own classes', () => {
  const known = (code: string, meta?: Record<string, unknown>): unknown =>
    new PrismaClientKnownRequestError('x', { code, clientVersion: '6.0.0', ...(meta && { meta }) })

  it.each<[string, unknown, Meaning]>([
    ['no free connection in the pool', known('P2024'), turnedAway],
    ['the code of the database beside P2010', known('P2010', { code: '40001' }), turnedAway],
    ['a plan that is used up', known('P6003'), refusedFor('business')],
    ['too many requests', known('P5011'), turnedAway],
    ['no server at the start', new PrismaClientInitializationError('x', '6.0.0', 'P1001'), turnedAway],
    [
      'a wrong password at the start',
      new PrismaClientInitializationError('x', '6.0.0', 'P1000'),
      refusedFor('permission'),
    ],
  ])('REQ-3 %s', (_name, error, means) => {
    expectMeaning(error, means)
  })
})
