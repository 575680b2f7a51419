import { snakeCase } from '../model/tool-words.ts'

/** Words of tools that look something up: `get_order`, `github.list_issues`. */
const LOOKS_UP = /(?:^|_)(?:get|list|find|search|read|lookup|query|fetch|describe|retrieve)(?:_|$)/
/** Words by which the next answer is another one, or something is done as well: `get_next_task`, `mark_as_read`. */
const DOES_MORE =
  /(?:^|_)(?:next|random|new|more|set|put|post|add|create|update|upsert|edit|delete|remove|send|write|save|mark|run|start|stop|move|go|click|press|scroll|open|close|submit|pop|dequeue|take|claim|ack|wait)(?:_|$)/
const WAITS = /(?:^|_)(?:sleep|wait|delay|pause)(?:_|$)/

/** Whether a tool does nothing but look something up, by what it is called. No substitute for a declared effect. */
export function looksUpByName(tool: string): boolean {
  const name = snakeCase(tool)
  return LOOKS_UP.test(name) && !DOES_MORE.test(name)
}

/** Whether it is what a tool is for to take its time: `sleep`, `wait_for_event`. */
export function waitsByName(tool: string): boolean {
  return WAITS.test(snakeCase(tool))
}
