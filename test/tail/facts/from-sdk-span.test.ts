import * as api from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, expect, test } from 'vitest'
import type { Finding } from '../../../src/tail/findings/finding.ts'
import { ToolspanProcessor } from '../../../src/tail/processor.ts'

afterEach(() => api.diag.disable())

const EMPTY_SEARCH: api.Attributes = {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search_orders',
  'toolspan.result.status': 'found_none',
  'toolspan.coverage.status': 'unknown',
}

test('a resource that is still being detected is not asked for what it does not know yet', async () => {
  const said: unknown[] = []
  const say = (message: unknown) => said.push(message)
  api.diag.setLogger(
    { error: say, warn: say, info: () => {}, debug: say, verbose: () => {} },
    api.DiagLogLevel.DEBUG,
  )
  said.length = 0
  const told: Finding[] = []
  const processor = new ToolspanProcessor({ onFinding: (finding) => told.push(finding) })
  let detected: (id: string) => void = () => {}
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'agent',
      'host.id': new Promise<string>((resolve) => {
        detected = resolve
      }),
    }),
    spanProcessors: [processor],
  })
  provider.getTracer('test').startSpan('search', { attributes: EMPTY_SEARCH }).end()
  await processor.forceFlush()
  expect(told).toMatchObject([{ origin: { service: 'agent' } }])
  expect(said).toEqual([])
  detected('host-1')
  await provider.shutdown()
})
