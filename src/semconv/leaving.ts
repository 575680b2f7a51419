import * as budget from './attributes/budget.ts'
import * as coverage from './attributes/coverage.ts'
import * as error from './attributes/error.ts'
import * as finding from './attributes/finding.ts'
import * as freshness from './attributes/freshness.ts'
import * as operation from './attributes/operation.ts'
import * as result from './attributes/result.ts'
import * as run from './attributes/run.ts'
import * as standard from './standard.ts'

/** What the value of an attribute can be, and which option governs it. */
export interface Leaving {
  /** What a value holds. */
  readonly holds: string
  /** What the application can do about it; absent where there is nothing to do. */
  readonly governedBy?: string
}

/** The same for one of OpenTelemetry's attributes, with the reason why it leaves. */
export interface StandardLeaving extends Leaving {
  readonly name: string
  readonly because: string
}

/** Why the attributes of a group leave, by the id of the group. */
export const GROUP_REASONS: Readonly<Record<string, string>> = {
  run: 'puts the spans of one run together, over traces and layers',
  operation: 'ties the tries of one operation to each other',
  budget: 'shows who may retry, how often, and when a limit was none',
  error: 'tells failures apart and whether a repeat makes sense',
  result: 'tells an answer from an empty one and from a failure',
  coverage: 'tells "none" from "did not look"',
  freshness: 'tells a current answer from an old one',
  tool: 'tells reads from writes, and shows how many tools were offered',
  timeout: 'shows what limits a call, and whether it is alive',
  finding: 'is the finding itself',
  self: "shows Toolspan's own health",
  tail: 'shows what became of what the tail service received and sent',
}

const RECOVER = 'the options of `recover()`'
const ERROR_DETAIL = '**off** until `captureErrorDetail: true`'
const FINGERPRINTS = '`fingerprints: false` leaves it out'

/** `toolspan.*` attributes whose values are texts that stand in no closed list. Every such attribute is here. */
export const TEXTS: Readonly<Record<string, Leaving>> = {
  [run.ATTR_TOOLSPAN_RUN_ID]: {
    holds: 'the conversation id that the application names, else the MCP session id',
    governedBy: '`conversationId`',
  },
  [run.ATTR_TOOLSPAN_TURN_ID]: { holds: 'an id that the application sets' },
  [operation.ATTR_TOOLSPAN_OPERATION_ID]: {
    holds: 'a random id, or the name that the application, or the caller of its server, gives the operation',
    governedBy: '`operation` of `recover()`',
  },
  [operation.ATTR_TOOLSPAN_OPERATION_FINGERPRINT]: {
    holds: 'a keyed 48-bit hash of tool and arguments; who knows the key can test guesses',
    governedBy: `${FINGERPRINTS}; \`TOOLSPAN_FINGERPRINT_KEY\` keys it`,
  },
  [operation.ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH]: { holds: 'a hash that the application sets' },
  [budget.ATTR_TOOLSPAN_BUDGET_ID]: { holds: 'a random id' },
  [budget.ATTR_TOOLSPAN_BUDGET_PARENT_ID]: { holds: 'a random id' },
  [budget.ATTR_TOOLSPAN_BUDGET_OWNER]: { holds: 'a name that the application gives', governedBy: RECOVER },
  [budget.ATTR_TOOLSPAN_BUDGET_APPROVED_BY]: {
    holds: 'a name that the application gives',
    governedBy: '`newBudget` of `recover()`',
  },
  [budget.ATTR_TOOLSPAN_BUDGET_REASON]: {
    holds: 'words that the application gives',
    governedBy: '`newBudget` of `recover()`',
  },
  [error.ATTR_TOOLSPAN_ERROR_CODE]: {
    holds:
      'a code that looks like the name or the number of an error, at most 64 characters; a sentence, a key, an address and a long number are left out',
  },
  [error.ATTR_TOOLSPAN_ERROR_DETAIL]: {
    holds: 'the message of the error, at most 1,024 characters',
    governedBy: ERROR_DETAIL,
  },
  [error.ATTR_TOOLSPAN_ERROR_FIELDS]: {
    holds: 'names of the parts of an error context, from a closed list; never what is in them',
  },
  [result.ATTR_TOOLSPAN_RESULT_FINGERPRINT]: {
    holds: 'a keyed 48-bit hash of the result',
    governedBy: FINGERPRINTS,
  },
  [coverage.ATTR_TOOLSPAN_COVERAGE_MISSING]: {
    holds: 'names of sources, at most 20 of 128 characters',
    governedBy: ERROR_DETAIL,
  },
  [freshness.ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT]: {
    holds: 'a date or a point in time; any other text is left out',
  },
  [finding.ATTR_TOOLSPAN_FINDING_ID]: { holds: 'a hash of the rule and of a span id' },
  [finding.ATTR_TOOLSPAN_FINDING_RULE]: { holds: 'the id of a rule' },
  [finding.ATTR_TOOLSPAN_FINDING_SUMMARY]: {
    holds:
      'a sentence of names, numbers and categories that stand on spans; of an HTTP request method, host and path',
  },
  [finding.ATTR_TOOLSPAN_FINDING_OPERATION]: {
    holds: 'an operation id, a tool name, or method, host and path of an HTTP request',
  },
  [finding.ATTR_TOOLSPAN_FINDING_FIX]: { holds: 'a sentence of names and settings' },
  [finding.ATTR_TOOLSPAN_FINDING_RUNBOOK]: { holds: 'the place of a runbook in these docs' },
  [finding.ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME]: { holds: 'the name of a service, as its resource says it' },
}

const TOOL_NAME = 'a name, at most 128 characters; on metrics `_OTHER` where no server registered it'

/** OpenTelemetry's attributes that Toolspan writes. Every one that leaves is here; others are only read. */
export const STANDARD_LEAVING: readonly StandardLeaving[] = [
  {
    name: standard.ATTR_ERROR_TYPE,
    holds:
      'a JSON-RPC code, an HTTP status, a system error code, the name of a class, or a word from a closed list; else `_OTHER`',
    because: 'tells failures apart',
  },
  { name: standard.ATTR_GEN_AI_OPERATION_NAME, holds: '`execute_tool`', because: 'says what the span is' },
  { name: standard.ATTR_GEN_AI_TOOL_NAME, holds: TOOL_NAME, because: 'says which tool was called' },
  {
    name: standard.ATTR_GEN_AI_TOOL_TYPE,
    holds: 'one of a closed list',
    because: 'says what kind of tool it is',
    governedBy: '`type` of `traceTool()`',
  },
  {
    name: standard.ATTR_GEN_AI_TOOL_CALL_ID,
    holds: 'the id that the model gave the call',
    because: 'ties the call to the turn of the model',
    governedBy: 'absent until `callId` of `traceTool()`',
  },
  {
    name: standard.ATTR_GEN_AI_TOOL_CALL_ARGUMENTS,
    holds: 'the arguments as JSON, at most `maxCapturedLength` characters',
    because: 'somebody wants to see them',
    governedBy: '**off** until `captureArguments: true`',
  },
  {
    name: standard.ATTR_GEN_AI_TOOL_CALL_RESULT,
    holds: 'the result of a call that went well, in the same way',
    because: 'somebody wants to see it',
    governedBy: '**off** until `captureResult: true`',
  },
  {
    name: standard.ATTR_GEN_AI_PROMPT_NAME,
    holds: 'a name, at most 128 characters',
    because: 'says which prompt was asked for',
  },
  {
    name: standard.ATTR_GEN_AI_AGENT_NAME,
    holds: 'a name that the application gives',
    because: 'says whose call it is',
    governedBy: 'absent until `agent` of `traceTool()`',
  },
  {
    name: standard.ATTR_GEN_AI_CONVERSATION_ID,
    holds: 'an id that the application gives',
    because: 'puts the spans of one conversation together',
    governedBy: 'absent until `conversationId`',
  },
  {
    name: standard.ATTR_GEN_AI_REQUEST_MODEL,
    holds: 'the name of a model, repeated from the span of an open call',
    because: 'says which call does not end',
  },
  {
    name: standard.ATTR_MCP_METHOD_NAME,
    holds: 'a method; on metrics `_OTHER` where none handles it',
    because: 'says what the message is',
  },
  {
    name: standard.ATTR_MCP_PROTOCOL_VERSION,
    holds: 'a protocol revision; any other text is left out',
    because: 'says which rules hold',
  },
  {
    name: standard.ATTR_MCP_SESSION_ID,
    holds: 'the id of the MCP session, at most 128 characters; no metric has it',
    because: 'puts the spans of one session together',
  },
  {
    name: standard.ATTR_MCP_RESOURCE_URI,
    holds:
      'scheme, host and path; without user, password, query, fragment and parameters, and without a piece that looks like a key',
    because: 'says which resource was read',
    governedBy: 'the whole URI with `captureArguments: true`',
  },
  {
    name: standard.ATTR_JSONRPC_REQUEST_ID,
    holds: 'the id of the message, at most 64 characters',
    because: 'ties both sides of one request',
  },
  { name: standard.ATTR_RPC_STATUS_CODE, holds: 'a JSON-RPC error code', because: 'tells failures apart' },
  {
    name: standard.ATTR_NETWORK_TRANSPORT,
    holds: 'one of a closed list',
    because: 'says how the message went',
  },
  {
    name: standard.ATTR_NETWORK_PROTOCOL_NAME,
    holds: 'one of a closed list',
    because: 'says how the message went',
  },
  {
    name: standard.ATTR_SERVER_ADDRESS,
    holds: 'the host of the MCP server that a client was given',
    because: 'says who was asked',
  },
  { name: standard.ATTR_SERVER_PORT, holds: 'a number', because: 'says who was asked' },
]
