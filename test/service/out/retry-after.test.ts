import { request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchRetryAfter } from '../../../src/service/out/retry-after.ts'
import { type OtlpEndpoint, startOtlpEndpoint } from '../../support/otlp-endpoint.ts'

let endpoint: OtlpEndpoint
const NOW_MS = Date.UTC(2026, 0, 15, 9)

beforeEach(async () => {
  endpoint = await startOtlpEndpoint()
})
afterEach(() => endpoint.close())

function ask(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST' }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function untilMsAfter(header: string | undefined): Promise<number> {
  endpoint.reply = () => ({ status: 503, headers: header === undefined ? {} : { 'retry-after': header } })
  const watch = watchRetryAfter(endpoint.url, () => NOW_MS)
  await ask(`${endpoint.url}/v1/traces`)
  watch.close()
  return watch.untilMs === 0 ? 0 : watch.untilMs - NOW_MS
}

test.each([
  ['seconds', '7', 7000],
  ['a date', new Date(NOW_MS + 90_000).toUTCString(), 90_000],
  ['a day, which is cut to an hour', '86400', 3_600_000],
  ['nothing', undefined, 0],
  ['nonsense', 'soon', 0],
  ['a time that is over', '-5', 0],
])('reads %s', async (_, header, expected) => {
  expect(await untilMsAfter(header)).toBe(expected)
})

test('does not listen to others', async () => {
  endpoint.reply = () => ({ status: 503, headers: { 'retry-after': '7' } })
  const watch = watchRetryAfter('http://localhost:1', () => NOW_MS)
  await ask(endpoint.url)
  watch.close()
  expect(watch.untilMs).toBe(0)
})
