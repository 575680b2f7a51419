import type { SpanFacts } from '../facts/span-facts.ts'
import { snakeCase } from './tool-words.ts'

/** Names of tools that put a question before a person, or hand a matter over: `ask_user`, `request_approval`. */
const ASKS =
  /(?:^|_)(?:ask_(?:the_)?(?:user|human|person|operator|customer|follow_?up|question|approval)\w*|(?:user|human)_(?:input|feedback|confirmation|approval|review)|(?:request|await|wait_for|get)_(?:\w{1,16}_)?(?:approval|confirmation|consent|sign_off)|approval|elicit\w*|escalat\w*|hand_?(?:off|over)\w*|humans?)(?:_|$)/

/** Whether a call waits for a person, by what it says or by what it is called. */
export function asksPerson({ result, tool }: SpanFacts): boolean {
  return result?.status === 'input_required' || (tool !== undefined && isPersonsTool(tool))
}

/** Programs have few tools, and each is asked for often. */
const MAX_TOOLS = 1000
const known = new Map<string, boolean>()

function isPersonsTool(tool: string): boolean {
  const before = known.get(tool)
  if (before !== undefined) return before
  const found = ASKS.test(snakeCase(tool))
  if (known.size < MAX_TOOLS) known.set(tool, found)
  return found
}
