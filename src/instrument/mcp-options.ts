import { OWN_SHAPES, type OwnShape } from '../outcome/stated/own-shape.ts'
import { isKeyed } from '../self/keyed.ts'
import { checkOptions, FLAG, FUNCTION, type OptionRules, oneOf } from '../self/option-check.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { TOOL_EFFECTS } from '../semconv/attributes/tool.ts'
import { CAPTURE_RULES, type CaptureOptions } from './capture.ts'
import type { ToolStatement } from './tool-effects.ts'

/** Options of both ends of an MCP connection. */
interface McpOptions extends CaptureOptions {
  /** What tools do, by name; counts for more than their annotations. */
  readonly tools?: Readonly<Record<string, ToolStatement>>
  /** Whether fingerprints of arguments and results are written. Default true. */
  readonly fingerprints?: boolean
  /** Shapes of your own, asked before those of Toolspan; see `defineShape`. */
  readonly shapes?: readonly OwnShape[]
}

/** Options of an instrumented MCP server. */
export interface McpServerOptions extends McpOptions {
  /**
   * Whether callers are believed. `false` is for servers that are open to strangers: a trace context that comes in
   * is linked and never a parent, and what a caller says about its recovery budget is ignored. Default true.
   */
  readonly trustInbound?: boolean
}

/** Options of an instrumented MCP client. */
export interface McpClientOptions extends McpOptions {
  /**
   * What happens when another instrumentation's `execute_tool` span of the same tool is active where the call is
   * made. `'auto'`: the first call inside it puts its attributes there and gets no span of its own, as the MCP
   * conventions ask for; later ones are further tries and do get one. `false`: every call has a span. Default `'auto'`.
   */
  readonly reuseExecuteToolSpan?: 'auto' | false
  /**
   * Names the conversation that a call belongs to, asked at each call. It becomes `gen_ai.conversation.id` and
   * names the run. Default: the run is the MCP session, where there is one.
   */
  readonly conversationId?: () => string | undefined
}

const COMMON_RULES: OptionRules = {
  tools: { accepts: isKeyed, expected: 'an object of { effect, idempotent, describe } by tool name' },
  fingerprints: FLAG,
  shapes: OWN_SHAPES,
  ...CAPTURE_RULES,
}

const SERVER_RULES: OptionRules = { trustInbound: FLAG, ...COMMON_RULES }

const CLIENT_RULES: OptionRules = {
  reuseExecuteToolSpan: {
    accepts: (value) => value === 'auto' || value === false,
    expected: '"auto" or false',
  },
  conversationId: { ...FUNCTION, expected: 'a function that returns a text or undefined' },
  ...COMMON_RULES,
}

const TOOL_RULES: OptionRules = {
  effect: oneOf(TOOL_EFFECTS),
  idempotent: FLAG,
  describe: { ...FUNCTION, expected: 'a function of the result' },
}

/** @throws ToolspanError `invalid_option` */
export function checkMcpServerOptions(options: unknown): void {
  checkWithTools('instrumentMcpServer', options, SERVER_RULES)
}

/** @throws ToolspanError `invalid_option` */
export function checkMcpClientOptions(options: unknown): void {
  checkWithTools('instrumentMcpClient', options, CLIENT_RULES)
}

function checkWithTools(where: string, options: unknown, rules: OptionRules): void {
  checkOptions(where, options, rules)
  if (!isKeyed(options) || !isKeyed(options.tools)) return
  for (const [tool, statement] of Object.entries(options.tools)) {
    if (!isKeyed(statement)) {
      throw invalidOption(`the option tools of ${where} at ${JSON.stringify(tool)}`, 'an object', statement)
    }
    checkOptions(`${where} for the tool ${JSON.stringify(tool)}`, statement, TOOL_RULES)
  }
}
