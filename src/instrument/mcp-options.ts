import { invalidOption } from '../self/toolspan-error.ts'
import { TOOL_EFFECTS } from '../semconv/attributes/tool.ts'
import { CAPTURE_OPTIONS, type CaptureOptions, checkCaptureOptions } from './capture.ts'
import { checkOptions, isFlag, isFunction, isOneOf, listed, type OptionCheck } from './option-check.ts'
import type { ToolStatement } from './tool-effects.ts'

/** Options of an instrumented MCP server. */
export interface McpServerOptions extends CaptureOptions {
  /** What tools do, by name; counts for more than their annotations. */
  readonly tools?: Readonly<Record<string, ToolStatement>>
  /** Whether fingerprints of arguments and results are written. Default true. */
  readonly fingerprints?: boolean
}

/** Options of an instrumented MCP client. */
export interface McpClientOptions extends McpServerOptions {
  /**
   * Names the conversation that a call belongs to, asked at each call. It becomes `gen_ai.conversation.id` and
   * names the run. Default: the run is the MCP session, where there is one.
   */
  readonly conversationId?: () => string | undefined
}

const SERVER_OPTIONS = ['tools', 'fingerprints', ...CAPTURE_OPTIONS]

/** @throws ToolspanError `invalid_option` */
export function checkMcpServerOptions(options: unknown): void {
  checkShared('instrumentMcpServer', checkOptions('instrumentMcpServer', options, SERVER_OPTIONS), options)
}

/** @throws ToolspanError `invalid_option` */
export function checkMcpClientOptions(options: unknown): void {
  const check = checkOptions('instrumentMcpClient', options, ['conversationId', ...SERVER_OPTIONS])
  check('conversationId', isFunction, 'a function that returns a text or undefined')
  checkShared('instrumentMcpClient', check, options)
}

function checkShared(where: string, check: OptionCheck, options: unknown): void {
  check('fingerprints', isFlag, 'true or false')
  check('tools', isObject, 'an object of { effect, idempotent } by tool name')
  checkCaptureOptions(check)
  if (!isObject(options) || !isObject(options.tools)) return
  for (const [tool, statement] of Object.entries(options.tools)) {
    if (!isObject(statement)) {
      throw invalidOption(`the option tools of ${where} at ${JSON.stringify(tool)}`, 'an object', statement)
    }
    const checkTool = checkOptions(`${where} for the tool ${JSON.stringify(tool)}`, statement, [
      'effect',
      'idempotent',
    ])
    checkTool('effect', isOneOf(TOOL_EFFECTS), listed(TOOL_EFFECTS))
    checkTool('idempotent', isFlag, 'true or false')
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
