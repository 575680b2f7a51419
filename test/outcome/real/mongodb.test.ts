import type { Socket } from 'node:net'
import { BSON, MongoClient, type MongoClientOptions } from 'mongodb'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { lost, refusedFor, turnedAway } from './http-rows.ts'
import { closedPort, startTcp } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'

const HEAD_BYTES = 16
/** Operation codes of the wire protocol of MongoDB. */
const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

const HELLO = {
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 25,
  ok: 1,
}

/** What the server answers to an insert; `reset` and `hang` are done. */
type Answer = Record<string, unknown> | 'reset' | 'hang'
let answer: Answer = 'hang'

function mongod(socket: Socket): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (data) => {
    held = Buffer.concat([held, data])
    while (held.length >= HEAD_BYTES && held.length >= held.readInt32LE(0)) {
      const request = held.subarray(0, held.readInt32LE(0))
      held = held.subarray(request.length)
      reply(socket, request)
    }
  })
}

function reply(socket: Socket, request: Buffer): void {
  const isQuery = request.readInt32LE(12) === OP_QUERY
  const isInsert = !isQuery && request.includes('insert')
  if (isInsert && answer === 'hang') return
  if (isInsert && answer === 'reset') {
    socket.resetAndDestroy()
    return
  }
  const body = BSON.serialize(isInsert && typeof answer === 'object' ? answer : HELLO)
  // OP_REPLY: flags, cursor, start, number of documents. OP_MSG: flags, and a section of kind 0.
  const prefix = Buffer.alloc(isQuery ? 20 : 5)
  if (isQuery) prefix.writeInt32LE(1, 16)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeInt32LE(HEAD_BYTES + prefix.length + body.length, 0)
  head.writeInt32LE(request.readInt32LE(4), 8)
  head.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12)
  socket.write(Buffer.concat([head, prefix, body]))
}

let server: Awaited<ReturnType<typeof startTcp>>
beforeAll(async () => {
  server = await startTcp(mongod)
})
afterAll(() => server.close())

async function insert(how: Answer, options: MongoClientOptions = {}, port = server.port): Promise<unknown> {
  answer = how
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    retryReads: false,
    retryWrites: false,
    ...options,
  })
  try {
    return await client.db('d').collection('c').insertOne({ a: 1 })
  } finally {
    await client.close(true)
  }
}

const refusal = (code: number, codeName: string, more: object = {}): Answer => ({
  ok: 0,
  code,
  codeName,
  errmsg: `the server says ${codeName}`,
  ...more,
})

describe('errors of mongodb, thrown by itself', () => {
  it.each<[number, string, Meaning]>([
    [13, 'Unauthorized', refusedFor('permission')],
    [18, 'AuthenticationFailed', refusedFor('permission')],
    [9, 'FailedToParse', refusedFor('validation')],
    [121, 'DocumentValidationFailure', refusedFor('validation')],
    [112, 'WriteConflict', turnedAway],
    [10107, 'NotWritablePrimary', turnedAway],
    [189, 'PrimarySteppedDown', turnedAway],
    [11600, 'InterruptedAtShutdown', lost],
    [91, 'ShutdownInProgress', lost],
    [50, 'MaxTimeMSExpired', lost],
  ])('REQ-3 %i %s', async (code, name, means) => {
    expectMeaning(await thrownBy(() => insert(refusal(code, name))), { ...means, code: String(code) })
  })

  it('REQ-3 a value that is there already', async () => {
    const answered = { ok: 1, n: 0, writeErrors: [{ index: 0, code: 11000, errmsg: 'E11000 duplicate key' }] }
    expectMeaning(await thrownBy(() => insert(answered)), { ...refusedFor('validation'), code: '11000' })
  })

  it('REQ-18 a write that is not acknowledged as asked for', async () => {
    const answered = {
      ok: 1,
      n: 1,
      writeConcernError: { code: 64, codeName: 'WriteConcernFailed', errmsg: 'waiting' },
    }
    expectMeaning(await thrownBy(() => insert(answered)), lost)
  })

  it('REQ-18 the label of a transaction that did not commit beats the code', async () => {
    const labelled = refusal(251, 'NoSuchTransaction', { errorLabels: ['TransientTransactionError'] })
    expectMeaning(await thrownBy(() => insert(labelled)), turnedAway)
  })

  it('REQ-18 a connection that is reset under way', async () => {
    expectMeaning(await thrownBy(() => insert('reset')), lost)
  })

  it('REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => insert('hang', { socketTimeoutMS: 80 })), lost)
  })

  it('REQ-18 nobody listening: never sent', async () => {
    const nobody = await closedPort()
    const error = await thrownBy(() => insert('hang', { serverSelectionTimeoutMS: 80 }, nobody))
    expectMeaning(error, turnedAway)
  })
})
