import { ATTR_TOOLSPAN_COVERAGE_STATUS } from './attributes/coverage.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from './attributes/error.ts'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
  ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
} from './attributes/finding.ts'
import { ATTR_TOOLSPAN_FRESHNESS_STATUS } from './attributes/freshness.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS } from './attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER } from './attributes/run.ts'
import { ATTR_TOOLSPAN_SELF_REASON, ATTR_TOOLSPAN_SELF_SITE } from './attributes/self.ts'
import type { MetricDeclaration } from './declaration.ts'
import {
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_PROMPT_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_TOOL_TYPE,
  ATTR_MCP_METHOD_NAME,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_NETWORK_TRANSPORT,
  ATTR_RPC_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from './standard.ts'

export const METRIC_MCP_CLIENT_OPERATION_DURATION = 'mcp.client.operation.duration'
export const METRIC_MCP_SERVER_OPERATION_DURATION = 'mcp.server.operation.duration'
export const METRIC_MCP_CLIENT_SESSION_DURATION = 'mcp.client.session.duration'
export const METRIC_MCP_SERVER_SESSION_DURATION = 'mcp.server.session.duration'
export const METRIC_GEN_AI_EXECUTE_TOOL_DURATION = 'gen_ai.execute_tool.duration'
export const METRIC_TOOLSPAN_TOOL_RESULTS = 'toolspan.tool.results'
export const METRIC_TOOLSPAN_ATTEMPTS = 'toolspan.attempts'
export const METRIC_TOOLSPAN_FINDINGS = 'toolspan.findings'
export const METRIC_TOOLSPAN_RETRY_AMPLIFICATION = 'toolspan.retry.amplification'
export const METRIC_TOOLSPAN_SELF_ERRORS = 'toolspan.self.errors'
export const METRIC_TOOLSPAN_SELF_FACTS_DROPPED = 'toolspan.self.facts_dropped'
export const METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED = 'toolspan.self.ledgers_ignored'

/** Bucket boundaries of the MCP duration histograms (semantic-conventions-genai, MCP metrics). */
const MCP_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]
/** Bucket boundaries of the GenAI duration histograms: 0.01 doubling to 81.92. */
const GEN_AI_BUCKETS = Array.from({ length: 14 }, (_, power) => Math.round(2 ** power) / 100)
/** From one extra try for each layer to the four-layer worst case of 3 x 3 x 3 x 3. */
const AMPLIFICATION_BUCKETS = [1, 2, 3, 4, 6, 9, 12, 18, 27, 54, 81]

const MCP_OPERATION_ATTRIBUTES = [
  ATTR_MCP_METHOD_NAME,
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_PROMPT_NAME,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_RPC_STATUS_CODE,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_NETWORK_TRANSPORT,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_PROTOCOL_VERSION,
]

const MCP_SESSION_ATTRIBUTES = [
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_NETWORK_TRANSPORT,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_PROTOCOL_VERSION,
]

/** Every metric that Toolspan records. Instruments, docs and dashboards read this list. */
export const METRICS: readonly MetricDeclaration[] = [
  {
    name: METRIC_MCP_CLIENT_OPERATION_DURATION,
    instrument: 'histogram',
    unit: 's',
    brief: 'Duration of an MCP request as its sender saw it.',
    attributes: [...MCP_OPERATION_ATTRIBUTES, ATTR_SERVER_ADDRESS, ATTR_SERVER_PORT],
    buckets: MCP_BUCKETS,
    stability: 'development',
    setBy: ['mcp_client'],
  },
  {
    name: METRIC_MCP_SERVER_OPERATION_DURATION,
    instrument: 'histogram',
    unit: 's',
    brief: 'Duration of an MCP request as its receiver saw it.',
    attributes: MCP_OPERATION_ATTRIBUTES,
    buckets: MCP_BUCKETS,
    stability: 'development',
    setBy: ['mcp_server'],
  },
  {
    name: METRIC_MCP_CLIENT_SESSION_DURATION,
    instrument: 'histogram',
    unit: 's',
    brief: 'Duration of an MCP session as its client saw it, from the answer to initialize until it closed.',
    attributes: [...MCP_SESSION_ATTRIBUTES, ATTR_SERVER_ADDRESS, ATTR_SERVER_PORT],
    buckets: MCP_BUCKETS,
    stability: 'development',
    setBy: ['mcp_client'],
  },
  {
    name: METRIC_MCP_SERVER_SESSION_DURATION,
    instrument: 'histogram',
    unit: 's',
    brief: 'Duration of an MCP session as its server saw it, from the answer to initialize until it closed.',
    attributes: MCP_SESSION_ATTRIBUTES,
    buckets: MCP_BUCKETS,
    stability: 'development',
    setBy: ['mcp_server'],
  },
  {
    name: METRIC_GEN_AI_EXECUTE_TOOL_DURATION,
    instrument: 'histogram',
    unit: 's',
    brief: 'Duration of the execution of a tool.',
    attributes: [ATTR_GEN_AI_TOOL_NAME, ATTR_GEN_AI_TOOL_TYPE, ATTR_GEN_AI_AGENT_NAME, ATTR_ERROR_TYPE],
    buckets: GEN_AI_BUCKETS,
    stability: 'development',
    setBy: ['trace_tool'],
  },
  {
    name: METRIC_TOOLSPAN_TOOL_RESULTS,
    instrument: 'counter',
    unit: '{result}',
    brief: 'Results of tool calls, counted once a call at its consumer.',
    attributes: [
      ATTR_GEN_AI_TOOL_NAME,
      ATTR_TOOLSPAN_RESULT_STATUS,
      ATTR_TOOLSPAN_ERROR_CATEGORY,
      ATTR_TOOLSPAN_COVERAGE_STATUS,
      ATTR_TOOLSPAN_FRESHNESS_STATUS,
    ],
    stability: 'development',
    setBy: ['trace_tool', 'mcp_client'],
  },
  {
    name: METRIC_TOOLSPAN_ATTEMPTS,
    instrument: 'counter',
    unit: '{attempt}',
    brief: 'Attempts of recover(), by the layer that made them and how they ended.',
    attributes: [ATTR_TOOLSPAN_LAYER, ATTR_TOOLSPAN_RESULT_STATUS],
    stability: 'development',
    setBy: ['recover'],
  },
  {
    name: METRIC_TOOLSPAN_FINDINGS,
    instrument: 'counter',
    unit: '{finding}',
    brief: 'Findings, counted once each when they open.',
    attributes: [
      ATTR_TOOLSPAN_FINDING_RULE,
      ATTR_TOOLSPAN_FINDING_SEVERITY,
      ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
      ATTR_GEN_AI_TOOL_NAME,
    ],
    stability: 'development',
    setBy: ['processor', 'tail'],
  },
  {
    name: METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
    instrument: 'histogram',
    unit: '1',
    brief: 'Amplification of retry storms: tries divided by the most that one instance of the layer made.',
    attributes: [ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME, ATTR_GEN_AI_TOOL_NAME],
    buckets: AMPLIFICATION_BUCKETS,
    stability: 'development',
    setBy: ['processor', 'tail'],
  },
  {
    name: METRIC_TOOLSPAN_SELF_ERRORS,
    instrument: 'counter',
    unit: '{error}',
    brief: 'Exceptions of Toolspan itself, counted and swallowed.',
    attributes: [ATTR_TOOLSPAN_SELF_SITE],
    stability: 'development',
    setBy: ['trace_tool', 'mcp_client', 'mcp_server', 'recover', 'processor'],
  },
  {
    name: METRIC_TOOLSPAN_SELF_FACTS_DROPPED,
    instrument: 'counter',
    unit: '{span}',
    brief: 'Spans whose facts the processor did not take or keep, by reason.',
    attributes: [ATTR_TOOLSPAN_SELF_REASON],
    stability: 'development',
    setBy: ['processor'],
  },
  {
    name: METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED,
    instrument: 'counter',
    unit: '{ledger}',
    brief:
      'Recovery budgets, and reports of what was spent of them, that came from another process and were not believed.',
    attributes: [ATTR_TOOLSPAN_SELF_REASON],
    stability: 'development',
    setBy: ['mcp_client', 'mcp_server'],
  },
]
