import { BACK_OFF_CAP_MS, BACK_OFF_START_MS } from '../../src/budget/back-off.ts'
import { BUDGET_META_KEY } from '../../src/budget/wire-ledger.ts'
import { MAX_DURATION_MS, MAX_RETRIES, MAX_TEXT_LENGTH } from '../../src/budget/wire-values.ts'
import { SUCCESS_STATUSES } from '../../src/outcome/envelope/success-envelope.ts'
import { COVERAGE_STATUSES } from '../../src/semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES } from '../../src/semconv/attributes/error.ts'
import { FRESHNESS_STATUSES } from '../../src/semconv/attributes/freshness.ts'
import { EMPTY_REASONS } from '../../src/semconv/attributes/result.ts'
import { TOOL_EFFECTS } from '../../src/semconv/attributes/tool.ts'
import { CALLS_SCOPE } from '../../src/semconv/scopes.ts'
import { GENERATED_MARKER, type Page } from './page.ts'
import { OF_A_FAILURE, SERVER_CONTRACT } from './server-contract.ts'

const LIMITS = {
  CALLS_SCOPE,
  BUDGET_META_KEY,
  MAX_RETRIES,
  MAX_DURATION_MS,
  MAX_TEXT_LENGTH,
  BACK_OFF_START_MS,
  BACK_OFF_CAP_MS,
} as const

const LISTS = {
  SUCCESS_STATUSES,
  ERROR_CATEGORIES,
  COVERAGE_STATUSES,
  FRESHNESS_STATUSES,
  EMPTY_REASONS,
  TOOL_EFFECTS,
} as const

/** The names, lists and limits of the contract as constants for Python, so that no name is written twice. */
export function pythonNames(): Page {
  const listed = SERVER_CONTRACT.flatMap(({ attributes }) => attributes.map(({ name }) => name))
  const names = [...new Set([...listed, ...OF_A_FAILURE])].sort()
  const lines = [
    '"""Names, words and limits of the contract."""',
    '',
    `# ${GENERATED_MARKER}`,
    '',
    ...Object.entries(LIMITS).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    '',
    ...Object.entries(LISTS).map(
      ([name, values]) => `${name} = (${values.map((each) => `"${each}"`).join(', ')})`,
    ),
    '',
    ...names.map((name) => `${name.toUpperCase().replaceAll('.', '_')} = "${name}"`),
  ]
  return { path: 'examples/python/toolspan_mcp/names.py', content: `${lines.join('\n')}\n` }
}
