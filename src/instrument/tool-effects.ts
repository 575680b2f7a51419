import type { Describe } from '../outcome/stated/result-description.ts'
import { isKeyed } from '../self/keyed.ts'
import {
  ATTR_TOOLSPAN_TOOL_EFFECT,
  ATTR_TOOLSPAN_TOOL_IDEMPOTENT,
  type ToolEffect,
} from '../semconv/attributes/tool.ts'

/** What is known about a tool. */
export interface ToolFacts {
  readonly effect: ToolEffect
  /** Whether repeating a call is declared harmless; absent where nobody said. */
  readonly idempotent?: boolean
  readonly declaredOutputSchema?: boolean
  /** Says what a result of the tool meant. */
  readonly describe?: Describe
}

/** What an application says about a tool; it counts for more than the tool's own annotations. */
export interface ToolStatement {
  readonly effect?: ToolEffect
  readonly idempotent?: boolean
  /** Says what a result of the tool meant; beats what is read. Not asked about what was thrown. */
  readonly describe?: Describe
}

export const UNKNOWN_TOOL: ToolFacts = Object.freeze({ effect: 'unknown' })

/** So many tools are remembered for one connection; further ones stay unknown. */
const MAX_TOOLS = 10_000

/** Remembers what a server's tools do, from its `tools/list` answers and from what the application states. */
export interface ToolDirectory {
  /** Facts about a tool by its name. `declared`: what its own registration says, where that is at hand. */
  of(tool: string, declared?: ToolFacts): ToolFacts
  /** Whether the server may have such a tool: its list names it, or no list has been seen. */
  has(tool: string): boolean
  /** Takes in the result of `tools/list`; a first page replaces what was known. */
  learn(result: unknown, isFirstPage: boolean): void
}

export function createToolDirectory(statements: Readonly<Record<string, ToolStatement>> = {}): ToolDirectory {
  const stated = new Map(Object.entries(statements))
  const known = new Map<string, ToolFacts>()
  let isListed = false
  for (const [tool, statement] of stated) known.set(tool, withStatement(UNKNOWN_TOOL, statement))
  return {
    of: (tool, declared) =>
      declared === undefined ? (known.get(tool) ?? UNKNOWN_TOOL) : withStatement(declared, stated.get(tool)),
    has: (tool) => !isListed || known.has(tool),
    learn(result, isFirstPage) {
      if (!isKeyed(result) || !Array.isArray(result.tools)) return
      isListed = true
      if (isFirstPage) {
        known.clear()
        for (const [tool, statement] of stated) known.set(tool, withStatement(UNKNOWN_TOOL, statement))
      }
      for (const tool of result.tools) {
        if (known.size >= MAX_TOOLS) return
        if (!isKeyed(tool) || typeof tool.name !== 'string') continue
        const facts = factsOfTool(tool.annotations, tool.outputSchema !== undefined)
        known.set(tool.name, withStatement(facts, stated.get(tool.name)))
      }
    },
  }
}

/**
 * What a tool's MCP annotations say. `readOnlyHint` makes a read. A tool that denies it, or gives a hint that has
 * a meaning for writes only (`destructiveHint`, `idempotentHint`), is a write. A title or `openWorldHint` alone
 * says nothing.
 */
export function factsOfTool(annotations: unknown, declaredOutputSchema: boolean): ToolFacts {
  if (!isKeyed(annotations)) return { effect: 'unknown', declaredOutputSchema }
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations
  if (readOnlyHint === true) return { effect: 'read', declaredOutputSchema }
  if (typeof idempotentHint === 'boolean') {
    return { effect: 'write', idempotent: idempotentHint, declaredOutputSchema }
  }
  const isWrite = readOnlyHint === false || typeof destructiveHint === 'boolean'
  return { effect: isWrite ? 'write' : 'unknown', declaredOutputSchema }
}

/** Facts with an application's own statement on top. */
export function withStatement(facts: ToolFacts, statement: ToolStatement | undefined): ToolFacts {
  return statement === undefined ? facts : { ...facts, ...statement }
}

/** Puts what is known on the attributes of a span. */
export function addToolFacts(attributes: Record<string, unknown>, facts: ToolFacts): void {
  attributes[ATTR_TOOLSPAN_TOOL_EFFECT] = facts.effect
  if (facts.idempotent !== undefined) attributes[ATTR_TOOLSPAN_TOOL_IDEMPOTENT] = facts.idempotent
}
