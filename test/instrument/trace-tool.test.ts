import { context as apiContext, trace as apiTrace, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

describe('span of a traced tool', () => {
  test('is an INTERNAL span by the GenAI conventions (REQ-24)', async () => {
    const search = traceTool('search', async (_query: string) => [{ id: 1 }], {
      effect: 'read',
      agent: 'librarian',
      callId: () => 'call_7',
      timeoutMs: 2_000,
    })
    await otel.tracer.startActiveSpan('invoke_agent librarian', async (agent) => {
      await search('x')
      agent.end()
    })
    const span = otel.span('execute_tool search')
    expect(span.kind).toBe(SpanKind.INTERNAL)
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.parentSpanContext?.spanId).toBe(otel.span('invoke_agent librarian').spanContext().spanId)
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'call_7',
      'gen_ai.agent.name': 'librarian',
      'toolspan.layer': 'agent',
      'toolspan.tool.effect': 'read',
      'toolspan.timeout.call_ms': 2_000,
      'toolspan.result.status': 'found',
    })
    expect(span.attributes).not.toHaveProperty('error.type')
  })

  test('says when a look-up came back with nothing, of unknown coverage (REQ-1)', () => {
    traceTool('search', () => [])()
    expect(otel.span('execute_tool search').attributes).toMatchObject({
      'toolspan.result.status': 'found_none',
      'toolspan.coverage.status': 'unknown',
    })
  })

  test('is an error when the tool throws, or says isError (REQ-2)', () => {
    const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
    const failing = traceTool('throws', () => {
      throw refused
    })
    expect(failing).toThrow(refused)
    expect(otel.span('execute_tool throws').status).toEqual({ code: SpanStatusCode.ERROR })
    expect(otel.span('execute_tool throws').attributes['error.type']).toBe('ECONNREFUSED')
    traceTool('says', () => ({ isError: true, content: [] }))()
    expect(otel.span('execute_tool says').attributes['error.type']).toBe('tool_error')
  })

  test('is no error when the caller stopped the tool', async () => {
    const stopped = traceTool('stopped', async () => {
      throw new DOMException('stop', 'AbortError')
    })
    await expect(stopped()).rejects.toThrow('stop')
    expect(otel.span('execute_tool stopped').status.code).toBe(SpanStatusCode.UNSET)
    expect(otel.span('execute_tool stopped').attributes['toolspan.result.status']).toBe('cancelled')
  })

  test('is active in the tool, and not after it', async () => {
    const seen: unknown[] = []
    const tool = traceTool('x', async () => {
      await null
      seen.push(apiTrace.getActiveSpan()?.spanContext().spanId)
    })
    await tool()
    expect(seen).toEqual([otel.span('execute_tool x').spanContext().spanId])
    expect(apiTrace.getActiveSpan()).toBeUndefined()
  })

  test('has the fingerprint of what the tool was asked for', () => {
    const tool = traceTool('x', (_args: object, _signal?: object) => 1, { input: (args) => args })
    const all = traceTool('x', (_args: object, _page?: number) => 1)
    otel.tracer.startActiveSpan('run', (run) => {
      tool({ q: 1 }, { now: 1 })
      tool({ q: 1 }, { now: 2 })
      all({ q: 1 })
      all({ q: 1 }, 2)
      run.end()
    })
    const [first, second, third, fourth] = otel
      .spans()
      .map((span) => span.attributes['toolspan.operation.fingerprint'])
    expect(second).toBe(first)
    expect(third).toBe(first)
    expect(fourth).not.toBe(first)
  })
})

describe('a traced tool behaves as the tool does (REQ-36)', () => {
  test('it has its name and its number of parameters', () => {
    const tool = traceTool('x', function search(_a: string, _b: string) {})
    expect(tool.name).toBe('search')
    expect(tool).toHaveLength(2)
  })

  test('it has the members that others put on the tool', () => {
    const symbol = Symbol('x')
    const plain = Object.assign(async (_a: string) => 1, { description: 'd', schema: { type: 'object' } })
    Object.defineProperty(plain, symbol, { get: () => 7 })
    const tool = traceTool('x', plain)
    expect(tool.description).toBe('d')
    expect(tool.schema).toBe(plain.schema)
    expect(Reflect.get(tool, symbol)).toBe(7)
    expect(tool.constructor).toBe(plain.constructor)
    expect(tool).toHaveLength(1)
    // A function of old has members that cannot be taken over.
    const old = new Function('a', 'return a')
    expect(traceTool('x', old as (value: number) => number)(7)).toBe(7)
  })

  test('it gets the same this and the same arguments', () => {
    const calls: unknown[] = []
    const archive = {
      find: traceTool('find', function (this: unknown, ...args: unknown[]) {
        calls.push(this, ...args)
      }),
    }
    const argument = {}
    archive.find(argument, 2, undefined)
    expect(calls[0]).toBe(archive)
    expect(calls[1]).toBe(argument)
    expect(calls).toHaveLength(4)
  })

  test('it returns the same value, throws the same error and runs as often, whatever that is', () => {
    fc.assert(
      fc.property(fc.anything(), fc.boolean(), (value, isThrown) => {
        let calls = 0
        const plain = () => {
          calls++
          if (isThrown) throw value
          return value
        }
        const [expected, got] = [ending(plain), ending(traceTool('x', plain))]
        expect(got.isThrown).toBe(expected.isThrown)
        expect(Object.is(got.value, expected.value)).toBe(true)
        expect(calls).toBe(2)
      }),
    )
  })

  test('the same holds for a tool that answers later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.boolean(), async (value, isThrown) => {
        fc.pre(!isThenable(value))
        let calls = 0
        const plain = async () => {
          calls++
          if (isThrown) throw value
          return value
        }
        const answer = traceTool('x', plain)()
        expect(answer).toBeInstanceOf(Promise)
        const got = await answer.then(
          (settled) => ({ settled, isThrown: false }),
          (settled: unknown) => ({ settled, isThrown: true }),
        )
        expect(got.isThrown).toBe(isThrown)
        expect(Object.is(got.settled, value)).toBe(true)
        expect(calls).toBe(1)
      }),
    )
  })

  test('a synchronous tool stays synchronous and its span ends with it', () => {
    expect(traceTool('x', () => 7)()).toBe(7)
    expect(otel.spans()).toHaveLength(1)
  })

  test('a promise with methods of its own comes back as the same object and is watched when it is awaited', async () => {
    const answer = Object.assign(Promise.resolve('v'), { cancel() {} })
    const got = traceTool('x', () => answer)()
    expect(got).toBe(answer)
    expect(otel.spans()).toEqual([])
    expect(await got.then((value) => `${value}!`)).toBe('v!')
    expect(otel.span('execute_tool x').attributes['toolspan.result.status']).toBe('found')
  })

  test('a query that runs when it is awaited runs once, within the span, and its callbacks outside of it', async () => {
    let runs = 0
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: this is the point of the test
      then(resolve: (value: string) => void) {
        runs++
        otel.tracer.startSpan('SELECT').end()
        resolve('rows')
      },
    }
    const got = traceTool('x', () => query)()
    expect(got).toBe(query)
    expect(await got).toBe('rows')
    expect(runs).toBe(1)
    const span = otel.span('execute_tool x')
    expect(otel.span('SELECT').parentSpanContext?.spanId).toBe(span.spanContext().spanId)
    const outside = apiContext.active()
    got.then(() => expect(apiContext.active()).toBe(outside))
  })

  test('a query that rejects does so with the same error', async () => {
    const error = new Error('no')
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: this is the point of the test
      then(_resolve: unknown, reject: (error: unknown) => void) {
        reject(error)
      },
    }
    await expect(Promise.resolve<unknown>(traceTool('x', () => query)())).rejects.toBe(error)
    expect(otel.span('execute_tool x').attributes['error.type']).toBe('Error')
  })

  test('a frozen thenable is left alone; its span ends at once', () => {
    // biome-ignore lint/suspicious/noThenProperty: this is the point of the test
    const frozen = Object.freeze({ then() {} })
    expect(traceTool('x', () => frozen)()).toBe(frozen)
    expect(otel.spans()).toHaveLength(1)
  })

  test('a rejection that nobody handles stays unhandled', async () => {
    const error = new Error('nobody handles me')
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    const unhandled = new Promise((resolve) => process.once('unhandledRejection', resolve))
    try {
      void traceTool('x', async () => {
        throw error
      })()
      expect(await unhandled).toBe(error)
    } finally {
      for (const listener of others) process.on('unhandledRejection', listener)
    }
  })

  test('options of the application that throw do not reach it', () => {
    const fault = () => {
      throw new Error('fault')
    }
    expect(traceTool('x', () => 7, { callId: fault })()).toBe(7)
    expect(traceTool('x', () => 7, { input: fault })()).toBe(7)
    expect(traceTool('x', () => 7, { captureResult: true, redact: fault })()).toBe(7)
    expect(otel.spans().every((span) => !('gen_ai.tool.call.result' in span.attributes))).toBe(true)
  })
})

describe('wrong options', () => {
  test.each([
    ['', () => 1, {}, 'Expected the name given to traceTool to be a text that is not empty, got ""'],
    ['x', 7, {}, 'Expected the tool given to traceTool to be a function, got 7'],
    ['x', () => 1, 7, 'Expected the options of traceTool to be an object, got 7'],
    [
      'x',
      () => 1,
      { effect: 'reads' },
      'Expected the option effect of traceTool to be "read", "write" or "unknown", got "reads"',
    ],
    [
      'x',
      () => 1,
      { timeoutMs: '5s' },
      'Expected the option timeoutMs of traceTool to be a number of milliseconds from 1 to 2147483647, got "5s"',
    ],
    [
      'x',
      () => 1,
      { captureArguments: 'yes' },
      'Expected the option captureArguments of traceTool to be true or false, got "yes"',
    ],
  ])('%j %s %j fail at once', (name, tool, options, message) => {
    // @ts-expect-error: for programs without types
    expect(() => traceTool(name, tool, options)).toThrow(message)
  })

  test('an unknown option is refused', () => {
    // @ts-expect-error: for programs without types
    expect(() => traceTool('x', () => 1, { efect: 'read' })).toThrow(/to be one of effect, .*, got "efect"/)
  })
})

function ending(run: () => unknown): { value: unknown; isThrown: boolean } {
  try {
    return { value: run(), isThrown: false }
  } catch (error) {
    return { value: error, isThrown: true }
  }
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'
}

test('REQ-36 members that a result or an argument works out when they are read are never read', () => {
  let read = 0
  const lazy = <Fields extends object>(fields: Fields) =>
    Object.defineProperty(fields, 'rows', { enumerable: true, get: () => read++ })
  class Entity {
    readonly id = 7
    get error() {
      return read++
    }
    toJSON() {
      return read++
    }
  }
  const results = [
    lazy({}),
    lazy({ id: 1 }),
    new Entity(),
    [new Entity()],
    { order: new Entity() },
    lazy([1]),
  ]
  const load = traceTool('load', (result: unknown) => result)
  for (const result of results) expect(load(result)).toBe(result)
  expect(read).toBe(0)
  expect(otel.spans().map(({ attributes }) => attributes['toolspan.result.status'])).toEqual([
    'unknown',
    'found',
    'found',
    'found',
    'found',
    'found',
  ])
})

test('REQ-36 arguments that are captured on request are those that were given', () => {
  class Amount {
    readonly cents = 250
    toJSON() {
      return '2.50'
    }
  }
  traceTool('pay', (_order: object) => 'paid', { captureArguments: true })({ amount: new Amount() })
  expect(otel.span('execute_tool pay').attributes['gen_ai.tool.call.arguments']).toBe('{"amount":"2.50"}')
})
