import * as api from '@opentelemetry/api'
import { withEntry } from '../self/linked-context.ts'
import type { ToolEffect } from '../semconv/attributes/tool.ts'

/**
 * What a tool or an owner states about its effect while it runs. Once closed it states nothing: a connection
 * that a read has opened may carry writes later on.
 */
export interface EffectScope {
  readonly effect: ToolEffect
  isOpen: boolean
}

/** The scope of a tool, and what surrounded the tool when it was called: its own scope if nothing closer has come. */
export interface ToolScope extends EffectScope {
  readonly surroundings: object | undefined
}

/** Shared by all copies of this package in the process: keys of one description are one key. */
const TOOL_SCOPE = api.createContextKey('toolspan tool scope 1')

/** `context` with the scope of a tool in it. */
export function withToolScope(context: api.Context, scope: ToolScope | undefined): api.Context {
  return scope === undefined ? context : withEntry(context, TOOL_SCOPE, scope)
}

/** The scope of the nearest tool in `context`. */
export function toolScopeIn(context: api.Context): ToolScope | undefined {
  // Nothing else is kept under this key.
  return context.getValue(TOOL_SCOPE) as ToolScope | undefined
}
