import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'
import type { Session } from '../../support/mcp-kit.ts'
import { v1 } from '../../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../../support/mcp-kit-v2.ts'
import type { Sight } from '../../support/mcp-seen.ts'
import { lost, refusedFor, turnedAway } from './http-rows.ts'
import { expectMeaning, thrownBy } from './meaning.ts'

/** What the tool says once it runs. */
const waiting = (sight: Sight) => ('word' in sight && sight.word === 'waiting' ? true : undefined)

/** Nothing of ours is at either end: the errors are those of the SDK. */
describe.each([v1, v2, v2Modern])('errors of the MCP SDK $name, thrown by itself', (kit) => {
  let session: Session
  beforeEach(async () => {
    session = await kit.connect('memory', { client: false, server: false })
  })
  afterEach(() => session.close())

  it('REQ-17 REQ-18 no answer in time', async () => {
    expectMeaning(await thrownBy(() => session.callTool({ name: 'wait' }, { timeout: 80 })), lost)
  })

  it('REQ-1 a call that its caller stops is cancelled; of a write nobody knows the end', async () => {
    const stop = new AbortController()
    const call = thrownBy(() => session.callTool({ name: 'stop' }, { signal: stop.signal }))
    await session.seen.first(waiting)
    stop.abort()
    const error = await call
    expect(classifyError(error, { effect: 'read', cancelledByCaller: true }).status).toBe('cancelled')
    expect(classifyError(error, { effect: 'write', cancelledByCaller: true }).status).toBe('indeterminate')
  })

  it('REQ-18 a connection that closes under way', async () => {
    const call = thrownBy(() => session.callTool({ name: 'wait' }))
    await session.seen.first(waiting)
    await session.close()
    expectMeaning(await call, lost)
  })

  it('REQ-18 a client that is not connected: never sent', async () => {
    await session.close()
    expectMeaning(await thrownBy(() => session.callTool({ name: 'echo', arguments: { text: 'x' } })), {
      ...turnedAway,
      source: 'inferred',
    })
  })

  it('REQ-13 a method that the server does not have', async () => {
    const error = await thrownBy(() => session.request('no/such', {}))
    const { status, retryable } = classifyError(error, { effect: 'write' })
    expect([status, retryable]).toEqual(['failed', false])
  })

  it('REQ-3 a result that breaks its own schema: another input would not help', async () => {
    await session.request('tools/list')
    const error = await thrownBy(async () => {
      // The list has to be the client's own, or it checks nothing.
      const list: unknown = Reflect.get(session.client, 'listTools')
      if (typeof list === 'function') await list.call(session.client)
      return session.callTool({ name: 'drift' })
    })
    expectMeaning(error, {
      ...refusedFor('other'),
      write: { status: 'indeterminate' },
    })
  })
})
