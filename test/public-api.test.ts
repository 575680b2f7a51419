import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as toolspan from '../src/index.ts'

// A pin, kept apart from behaviour: a name that goes or comes is a decision, and it belongs in the changelog.
const VALUES = [
  'ToolspanError',
  'ToolspanProcessor',
  'UnresolvedError',
  'attemptAttributes',
  'classifyError',
  'classifyResult',
  'classifyValue',
  'combine',
  'completed',
  'currentAttempt',
  'defineShape',
  'envelopeJsonSchemas',
  'errorContextSchema',
  'failed',
  'fallback',
  'fetchWithBudget',
  'found',
  'foundNone',
  'handleWithBudget',
  'indeterminate',
  'instrumentMcpClient',
  'instrumentMcpServer',
  'isFailure',
  'outcomeAttributes',
  'partial',
  'recover',
  'successEnvelopeSchema',
  'swallowedErrors',
  'systemClock',
  'traceTool',
]

const TYPES = [
  'About',
  'Attempt',
  'AttemptedStep',
  'CaptureOptions',
  'Clock',
  'Combine',
  'Completed',
  'Coverage',
  'CurrentAttempt',
  'Dated',
  'ErrorContext',
  'Evidence',
  'Failed',
  'Fallback',
  'FetchWithBudgetOptions',
  'Finding',
  'FindingLayer',
  'FindingOrigin',
  'FoundNone',
  'Freshness',
  'HandleWithBudgetOptions',
  'Indeterminate',
  'Leg',
  'LookedAt',
  'McpClientOptions',
  'McpServerOptions',
  'NewBudget',
  'Outcome',
  'OwnShape',
  'RecoverOptions',
  'ResultDescription',
  'RevisableFailure',
  'SeenResult',
  'SensitiveAttributes',
  'StatusCheck',
  'SuccessEnvelope',
  'ToolResult',
  'ToolspanErrorCode',
  'ToolspanProcessorOptions',
  'ToolspanSettings',
  'TraceToolOptions',
]

test('the package exports these values and no other', () => {
  expect(Object.keys(toolspan).sort()).toEqual(VALUES)
})

test('the package exports these types and no other', () => {
  expect([...typesExportedBy('src/index.ts')].sort()).toEqual(TYPES)
})

test('the root entry re-exports by name only', () => {
  expect(readFileSync(join(import.meta.dirname, '../src/index.ts'), 'utf8')).not.toMatch(/export \*/)
})

/** Types leave no trace at run time; their names stand in the export lists of the file. */
function typesExportedBy(path: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const lists = [...text.matchAll(/export (?<type>type )?\{(?<names>[^}]*)\}/g)]
  return lists.flatMap(({ groups }) =>
    (groups?.names ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (groups?.type !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
}
