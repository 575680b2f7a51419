import { describe, expect, test } from 'vitest'
import { saysUnderWay } from '../../src/outcome/under-way.ts'

const text = (body: string) => ({ content: [{ type: 'text', text: body }] })

describe('a result says that its work goes on', () => {
  test.each([
    [{ status: 'running' }],
    [{ id: 'j-1', job_state: 'IN_PROGRESS' }],
    [{ status: 'InProgress' }],
    [{ state: 'provisioning' }],
    [{ build: { phase: 'queued' } }],
    [{ structuredContent: { run: { status: 'in-progress' } }, content: [] }],
    [text('{"id":"e-1","status":"pending"}')],
    [text('The export: {\\"state\\": \\"processing\\"}')],
    ['{"status":"running","id":1}'],
  ])('%j', (result) => expect(saysUnderWay(result)).toBe(true))
})

describe('and no other does', () => {
  test.each([
    [{ status: 'done' }],
    [{ status: 'running late, will arrive at nine' }],
    [{ status: 'progress' }],
    [{ status: 'updated' }],
    [{ status: 'not started' }],
    [{ status: 'built' }],
    [{ status: 'unscheduled' }],
    [{ status: 'creating value for customers' }],
    [{ running: true }],
    [{ message: 'running' }],
    [{ a: { b: { status: 'running' } } }],
    [[{ status: 'running' }]],
    [text('It is running.')],
    ['running'],
    [7],
    [null],
    [undefined],
    [text('{"status":"completed"}')],
  ])('%j', (result) => expect(saysUnderWay(result)).toBe(false))
})
