/** Tools whose right answer is what some program wrote, errors included. */
const READS_OUTPUT =
  /(?:^|[_\-.])(?:logs?|console|output|trace|tail|journal|stderr|stdout|history)(?:$|[_\-.])/i

/** Whether the name of a tool says that its right answer may look like an error. */
export function readsOutput(tool: string | undefined): boolean {
  return tool !== undefined && READS_OUTPUT.test(tool)
}
