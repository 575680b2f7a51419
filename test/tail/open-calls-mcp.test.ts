import { afterEach, expect, test } from 'vitest'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { wordOf } from '../support/mcp-seen.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

afterEach(unregisterOtel)

const MINUTE_MS = 60_000

interface Event {
  readonly eventName: string
  readonly attributes: Readonly<Record<string, unknown>>
}

test.each([v1, v2, v2Modern])('a tool that does not answer is seen at both ends ($name)', async (kit) => {
  const clock = createFakeClock(Date.now())
  const events: Event[] = []
  const loggerProvider = { getLogger: () => ({ emit: (event: Event) => events.push(event) }) }
  const processor = new ToolspanProcessor({ clock, loggerProvider })
  registerOtel({ processors: [processor] })
  const session = await kit.connect('memory')
  const stop = new AbortController()
  const call = session.callTool({ name: 'wait' }, { signal: stop.signal, timeout: 20 * MINUTE_MS })
  await session.seen.first(wordOf('waiting'))
  const seen = () =>
    events
      .filter(({ eventName }) => eventName === 'toolspan.call.open')
      .map(({ attributes }) => [
        attributes['gen_ai.tool.name'],
        attributes['toolspan.layer'],
        attributes['toolspan.timeout.call_ms'],
      ])

  clock.advance(19 * MINUTE_MS)
  expect(seen()).toEqual([])
  clock.advance(2 * MINUTE_MS)
  expect(seen()).toEqual([['wait', 'mcp_client', 20 * MINUTE_MS]])
  clock.advance(10 * MINUTE_MS)
  expect(seen()).toEqual([
    ['wait', 'mcp_client', 20 * MINUTE_MS],
    ['wait', 'mcp_server', undefined],
  ])

  stop.abort()
  await expect(call).rejects.toThrow()
  await session.close()
  await processor.shutdown()
})
