/** Words of tool names that say how something is looked at, or that join other words, rather than what it is. */
const WORDS_OF_LOOKING = new Set(
  'get list find search read check look lookup query fetch describe show view status state history detail info by id for of the all and to in my'.split(
    ' ',
  ),
)

/** Words that say what is done to a thing. */
const WORDS_OF_DOING = new Set(
  'create add new set put post send make update edit change patch delete remove cancel start stop run open close submit do apply'.split(
    ' ',
  ),
)

/** A tool's name in one spelling: `openSession`, `open-session` and `open.session` are `open_session`. */
export function snakeCase(tool: string): string {
  return tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
}

/** Programs have few tools, and each is asked for often. */
const MAX_TOOLS = 1000
const known = new Map<string, readonly string[]>()

/** What a tool is about, by the words of its name: `transfer_funds` is about `transfer` and `fund`. */
export function thingsOf(tool: string): readonly string[] {
  const before = known.get(tool)
  if (before !== undefined) return before
  const things = readThings(tool)
  if (known.size < MAX_TOOLS) known.set(tool, things)
  return things
}

function readThings(tool: string): string[] {
  return snakeCase(tool)
    .split('_')
    .map(singular)
    .filter((word) => word.length > 1 && !WORDS_OF_LOOKING.has(word) && !WORDS_OF_DOING.has(word))
}

/** Whether a tool is about nothing but what another is about, too: `get_transfer`, but not `list_transfer_fees`. */
export function isOnlyAbout(tool: readonly string[], things: readonly string[]): boolean {
  return tool.length > 0 && tool.every((word) => things.includes(word))
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') ? word.slice(0, -1) : word
}
