import { expect, test } from 'vitest'
import type { ClientCall } from '../../src/instrument/mcp-client-call.ts'
import type { McpRoom } from '../../src/instrument/mcp-room.ts'
import { callUnderway, noteEnded, noteUnderway } from '../../src/instrument/underway.ts'

const room = {} as McpRoom
const callOf = (of: McpRoom) => ({ room: of }) as ClientCall

test('parameters lead to their call until it has ended, at the end that sent them only', () => {
  const params = {}
  const call = callOf(room)
  expect(callUnderway(params, room)).toBeUndefined()
  noteUnderway(params, call)
  expect(callUnderway(params, room)).toBe(call)
  expect(callUnderway(params, {} as McpRoom)).toBeUndefined()
  noteEnded(params, callOf(room))
  expect(callUnderway(params, room)).toBe(call)
  noteEnded(params, call)
  expect(callUnderway(params, room)).toBeUndefined()
  const next = callOf(room)
  noteUnderway(params, next)
  expect(callUnderway(params, room)).toBe(next)
})

test('nobody else sees anything on the parameters, and a copy of them does not lead to the call', () => {
  const params = { name: 'search' }
  noteUnderway(params, callOf(room))
  expect(Reflect.ownKeys(params)).toEqual(['name'])
  expect(JSON.stringify(params)).toBe('{"name":"search"}')
  expect(structuredClone(params)).toEqual({ name: 'search' })
  expect(callUnderway({ ...params }, room)).toBeUndefined()
})

test('what was never noted may end', () => {
  const params = Object.freeze({})
  noteEnded(params, callOf(room))
  expect(callUnderway(params, room)).toBeUndefined()
})
