import type { ToolEffect } from '../semconv/attributes/tool.ts'

/**
 * What a tool or an owner states about its effect while it runs. Once closed it states nothing: a connection
 * that a read has opened may carry writes later on.
 */
export interface EffectScope {
  readonly effect: ToolEffect
  isOpen: boolean
}

/** Opens a scope for one run of a tool. Set `isOpen` to false when the tool has answered. */
export function openEffectScope(effect: ToolEffect): EffectScope {
  return { effect, isOpen: true }
}
