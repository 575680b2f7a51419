import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

type StartedSpan = Parameters<SpanProcessor['onStart']>[0]

const started: StartedSpan[] = []
beforeAll(() => {
  const watcher: SpanProcessor = {
    onStart: (span) => started.push(span),
    onEnd() {},
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  registerOtel({ processors: [watcher] })
})
afterAll(unregisterOtel)

test('progress stands on the spans of a call while it is open, for whoever looks for calls that hang', async () => {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { client, close } = await connectPair((server) => {
    server.registerTool('work', {}, async (extra) => {
      const progressToken = extra._meta?.progressToken ?? ''
      for (const progress of [1, 2]) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress },
        })
      }
      await released
      return { content: [] }
    })
  })
  const twice = new Promise<unknown>((resolve) => {
    const onprogress = ({ progress }: { readonly progress: number }) => progress === 2 && resolve(undefined)
    void client.callTool({ name: 'work' }, undefined, { onprogress }).then(resolve, resolve)
  })
  await twice
  const open = started.filter(({ name, ended }) => name === 'tools/call work' && !ended)
  expect(open.map(({ attributes }) => attributes['toolspan.progress.count'])).toEqual([2, 2])
  release()
  await close()
})

test('options that inherit their timeout keep it beside a listener to progress', async () => {
  const { client, close } = await connectPair((server) => {
    server.registerTool('hang', {}, () => new Promise(() => {}))
  })
  const options = Object.create({ timeout: 20 }, { onprogress: { value() {}, enumerable: true } })
  await expect(client.callTool({ name: 'hang' }, undefined, options)).rejects.toThrow(/timed out/i)
  await close()
})
