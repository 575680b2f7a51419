import type * as api from '@opentelemetry/api'
import { ATTR_GEN_AI_PROMPT_NAME } from '../semconv/standard.ts'

/** Stands for a name on a metric that nobody registered, or that is one too many: a peer may make up any number. */
export const OTHER_NAME = '_OTHER'

/** So many names of a kind are told apart: SDKs keep 2,000 attribute sets of one metric, and names are one part of a set. */
const MAX_NAMES = 500

const known = { tool: new Set<string>(), prompt: new Set<string>() }

/** A name as it stands on a metric: the first 500 of a kind in this process by themselves, all others as `_OTHER`. */
export function boundedName(kind: keyof typeof known, name: string): string {
  const names = known[kind]
  if (names.has(name)) return name
  if (names.size >= MAX_NAMES) return OTHER_NAME
  names.add(name)
  return name
}

/** Bounds the name of a prompt on the attributes of a metric. */
export function boundPromptName(attributes: api.Attributes): void {
  const name = attributes[ATTR_GEN_AI_PROMPT_NAME]
  if (typeof name === 'string') attributes[ATTR_GEN_AI_PROMPT_NAME] = boundedName('prompt', name)
}
