// A test of an agent that fails when its run holds what a person would be paged for.

import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, expect, test } from 'vitest'
import 'toolspan/vitest'
import { askDesk } from './desk.ts'

const exporter = new InMemorySpanExporter()
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
afterAll(() => trace.disable())

test('the desk answers from what it really looked at', () => {
  exporter.reset()
  askDesk('eu')
  expect(exporter).toHaveNoFindings({ severity: 'warning' })
})

test('nothing that the desk asks is asked over and over', () => {
  exporter.reset()
  askDesk('us')
  expect(exporter).not.toHaveFinding('retry-storm')
})
