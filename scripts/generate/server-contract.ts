import * as budget from '../../src/semconv/attributes/budget.ts'
import * as coverage from '../../src/semconv/attributes/coverage.ts'
import * as error from '../../src/semconv/attributes/error.ts'
import * as freshness from '../../src/semconv/attributes/freshness.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import * as operation from '../../src/semconv/attributes/operation.ts'
import * as result from '../../src/semconv/attributes/result.ts'
import * as run from '../../src/semconv/attributes/run.ts'
import * as timeout from '../../src/semconv/attributes/timeout.ts'
import * as tool from '../../src/semconv/attributes/tool.ts'
import type { AttributeDeclaration } from '../../src/semconv/declaration.ts'
import * as standard from '../../src/semconv/standard.ts'

/** One attribute that a server in another language writes. */
export interface ContractAttribute {
  readonly name: string
  readonly type: AttributeDeclaration['type']
  readonly unit?: string
  readonly values?: readonly string[]
  /** `always`, or when. */
  readonly when: string
}

/** The attributes of one kind of span. */
export interface ContractSpan {
  readonly title: string
  readonly attributes: readonly ContractAttribute[]
}

const declared = new Map(
  ATTRIBUTE_GROUPS.flatMap(({ attributes }) => attributes).map((each) => [each.name, each]),
)

/** One of ours, with type, unit and values as it is declared. */
function ours(name: string, when: string): ContractAttribute {
  const known = declared.get(name)
  if (known === undefined) throw new Error(`${name} is not declared in src/semconv`)
  const { type, unit, values } = known
  return { name, type, when, ...(unit !== undefined && { unit }), ...(values !== undefined && { values }) }
}

/** One of OpenTelemetry's; those that a server writes are all texts. */
const theirs = (name: string, when: string, values?: readonly string[]): ContractAttribute => ({
  name,
  type: 'string',
  when,
  ...(values !== undefined && { values }),
})

const BUDGET = 'the request came with a budget'
const FAILED = 'the call failed'
const STATED = 'the answer states it'

/** What the tail reads, span by span. */
export const SERVER_CONTRACT: readonly ContractSpan[] = [
  {
    title: 'Every SERVER span',
    attributes: [
      theirs(standard.ATTR_MCP_METHOD_NAME, 'always'),
      theirs(standard.ATTR_JSONRPC_REQUEST_ID, 'a request; its id as a text'),
      theirs(standard.ATTR_MCP_PROTOCOL_VERSION, 'known'),
      theirs(standard.ATTR_MCP_SESSION_ID, 'part of a session'),
      ours(run.ATTR_TOOLSPAN_RUN_ID, 'part of a session, or a conversation is known; never made up'),
      theirs(standard.ATTR_NETWORK_TRANSPORT, 'known', ['tcp', 'quic', 'pipe']),
      theirs(standard.ATTR_NETWORK_PROTOCOL_NAME, 'over HTTP', ['http']),
      theirs(standard.ATTR_GEN_AI_PROMPT_NAME, '`prompts/get`'),
      theirs(standard.ATTR_ERROR_TYPE, 'it failed: `tool_error` for `isError`, else the JSON-RPC code'),
      theirs(standard.ATTR_RPC_STATUS_CODE, 'answered with a JSON-RPC error; its code as a text'),
    ],
  },
  {
    title: 'The SERVER span of `tools/call`, besides those',
    attributes: [
      theirs(standard.ATTR_GEN_AI_OPERATION_NAME, 'always', ['execute_tool']),
      theirs(standard.ATTR_GEN_AI_TOOL_NAME, 'always'),
      ours(run.ATTR_TOOLSPAN_LAYER, 'always; here `mcp_server`'),
      ours(tool.ATTR_TOOLSPAN_TOOL_EFFECT, 'always'),
      ours(tool.ATTR_TOOLSPAN_TOOL_IDEMPOTENT, 'the tool declares it'),
      ours(operation.ATTR_TOOLSPAN_OPERATION_ID, BUDGET),
      ours(operation.ATTR_TOOLSPAN_ATTEMPT_NUMBER, BUDGET),
      ours(budget.ATTR_TOOLSPAN_BUDGET_ID, BUDGET),
      ours(result.ATTR_TOOLSPAN_RESULT_STATUS, 'always'),
      ours(result.ATTR_TOOLSPAN_RESULT_REASON, 'always'),
      ours(result.ATTR_TOOLSPAN_RESULT_COUNT, 'known'),
      ours(result.ATTR_TOOLSPAN_RESULT_TOTAL, STATED),
      ours(result.ATTR_TOOLSPAN_RESULT_SCANNED, STATED),
      ours(result.ATTR_TOOLSPAN_RESULT_HAS_MORE, STATED),
      ours(result.ATTR_TOOLSPAN_RESULT_EMPTY_REASON, STATED),
      ours(result.ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT, 'the failure hands on results'),
      ours(coverage.ATTR_TOOLSPAN_COVERAGE_STATUS, 'always; `unknown` unless the answer states it'),
      ours(coverage.ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED, STATED),
      ours(coverage.ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED, STATED),
      ours(freshness.ATTR_TOOLSPAN_FRESHNESS_STATUS, 'always; `unknown` unless the answer states it'),
      ours(freshness.ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT, STATED),
      ours(freshness.ATTR_TOOLSPAN_FRESHNESS_AGE_MS, STATED),
      ours(freshness.ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS, STATED),
      ours(error.ATTR_TOOLSPAN_ERROR_SOURCE, FAILED),
      ours(error.ATTR_TOOLSPAN_ERROR_CATEGORY, 'it failed, and why is known'),
      ours(error.ATTR_TOOLSPAN_ERROR_RETRYABLE, 'it failed, and that is known'),
      ours(error.ATTR_TOOLSPAN_ERROR_CODE, 'it failed, and the code is the name or the number of an error'),
      ours(error.ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS, 'it failed, and the failure states it'),
      ours(error.ATTR_TOOLSPAN_ERROR_FIELDS, 'it failed with an error context'),
    ],
  },
  {
    title: 'The INTERNAL span `recover {owner}` of a budget',
    attributes: [
      ours(operation.ATTR_TOOLSPAN_OPERATION_ID, 'always; the inherited one where a budget came in'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_ID, 'always; a new one'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_OWNER, 'always'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS, 'always; tightened by what came in'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_DEADLINE_MS, 'always; tightened by what came in'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_PARENT_ID, 'inherited: the id of the budget above'),
      ours(run.ATTR_TOOLSPAN_LAYER, 'the owner names it'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY, 'it is spent'),
      theirs(standard.ATTR_ERROR_TYPE, 'it ended without an answer: `budget_exhausted` where it is spent'),
    ],
  },
  {
    title: 'The INTERNAL span `{owner} attempt` of one try, a child of the budget',
    attributes: [
      ours(operation.ATTR_TOOLSPAN_OPERATION_ID, 'always'),
      ours(operation.ATTR_TOOLSPAN_ATTEMPT_NUMBER, 'always; 1 is the first of this owner'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_ID, 'always'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_OWNER, 'always'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS, 'always'),
      ours(budget.ATTR_TOOLSPAN_BUDGET_PARENT_ID, 'inherited'),
      ours(tool.ATTR_TOOLSPAN_TOOL_EFFECT, 'known'),
      ours(run.ATTR_TOOLSPAN_LAYER, 'the owner names it'),
      ours(timeout.ATTR_TOOLSPAN_TIMEOUT_CALL_MS, 'the try has a time limit of its own'),
      theirs(standard.ATTR_ERROR_TYPE, 'it failed'),
    ],
  },
]

/** Attributes that a failed budget or attempt carries as a failed call does. */
export const OF_A_FAILURE: ReadonlySet<string> = new Set(
  [...declared.keys()].filter((name) =>
    /^toolspan\.(?:error\.(?!detail)|result\.(?:status|reason|partial_count)|coverage\.status|freshness\.status)/.test(
      name,
    ),
  ),
)
