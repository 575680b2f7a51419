import type * as api from '@opentelemetry/api'
import { isKeyed } from '../self/keyed.ts'
import { ATTR_GEN_AI_TOOL_NAME } from '../semconv/standard.ts'
import type { McpMessage } from './mcp-message.ts'
import type { ToolCall } from './tool-call.ts'
import { addToolFacts } from './tool-effects.ts'

/** So many tasks are remembered for one connection; the oldest are let go. */
const MAX_TASKS = 1_000

/** The request that fetches the result of a task (MCP 2025-11-25, tasks). */
const TASK_RESULT = 'tasks/result'

/** Remembers which tool a task was started for: the request that fetches its result names the task only. */
export interface TaskTools {
  /** Takes in what a tool call was answered with. */
  learn(tool: string, result: unknown): void
  /** The tool whose result a request fetches; nothing for any other request. */
  toolOf(message: McpMessage): string | undefined
}

export function createTaskTools(): TaskTools {
  const tools = new Map<string, string>()
  return {
    learn(tool, result) {
      if (!isKeyed(result) || !isKeyed(result.task)) return
      const { taskId } = result.task
      if (typeof taskId !== 'string') return
      if (tools.size >= MAX_TASKS) {
        const [oldest] = tools.keys()
        if (oldest !== undefined) tools.delete(oldest)
      }
      tools.set(taskId, tool)
    },
    toolOf({ method, params }) {
      if (method !== TASK_RESULT || typeof params?.taskId !== 'string') return undefined
      return tools.get(params.taskId)
    },
  }
}

/**
 * Puts on the attributes of a request for a task's result which tool it is about. It executes none, so there is
 * neither an operation name nor a fingerprint.
 */
export function addTaskTool(attributes: api.Attributes, { tool, facts }: ToolCall): void {
  attributes[ATTR_GEN_AI_TOOL_NAME] = tool
  addToolFacts(attributes, facts)
}
