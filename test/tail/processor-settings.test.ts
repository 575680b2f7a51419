import { TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { ToolspanProcessor, type ToolspanProcessorOptions, type ToolspanSettings } from '../../src/index.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { createFakeClock } from '../support/fake-clock.ts'

/** What the processor reports of one look-up that came back empty without saying how much it looked at. */
async function findingsWith(
  settings: ToolspanSettings,
  startMs = Date.UTC(2026, 0, 15),
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const clock = createFakeClock(startMs)
  const processor = new ToolspanProcessor({ settings, clock, onFinding: (finding) => findings.push(finding) })
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test')
  tracer
    .startSpan('execute_tool search', {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'toolspan.result.status': 'found_none',
        'toolspan.tool.effect': 'read',
      },
    })
    .end()
  await processor.shutdown()
  return findings.filter(({ state }) => state === 'closed')
}

const MUTE = { rule: 'empty-unknown-coverage', reason: 'known', until: '2026-01-15' }

test('REQ-40 rules off, severities, tools and mutes of the settings hold for the processor as well', async () => {
  expect((await findingsWith({})).map(({ rule }) => rule)).toEqual(['empty-unknown-coverage'])
  expect(await findingsWith({ rules: { 'empty-unknown-coverage': 'off' } })).toEqual([])
  expect(await findingsWith({ rules: { 'empty-unknown-coverage': 'info' } })).toMatchObject([
    { severity: 'info' },
  ])
  expect(await findingsWith({ tools: { search: { effect: 'write' } } })).toEqual([])
  expect(await findingsWith({ mutes: [MUTE] })).toEqual([])
})

test('a mute that has expired mutes nothing', async () => {
  expect(await findingsWith({ mutes: [MUTE] }, Date.UTC(2026, 0, 16))).toHaveLength(1)
})

test('wrong settings throw at start and name path, expected and got', () => {
  const wrong: unknown = { settings: { thresholds: { loopStep: 3 }, rules: { 'retry-storm': 'of' } } }
  expect(() => new ToolspanProcessor(wrong as ToolspanProcessorOptions)).toThrow(
    'the option settings of ToolspanProcessor: thresholds.loopStep: unknown key; did you mean loopSteps?; rules.retry-storm: expected one of off, info, warning, critical, got "of"; did you mean off?',
  )
})
