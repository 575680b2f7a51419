/** Trace cases that the rules and vocabularies of today cannot judge yet. The list only ever gets shorter. */
export const TRACES_NOT_IN_SCOPE: ReadonlySet<string> = new Set([
  'empty-list-through-an-mcp-wrapper',
  'grep-found-nothing-anywhere',
  'model-repeats-tool-over-sdk-retries-9',
  'plan-cancelled-on-an-unproven-none',
  'three-searches-cost-nothing',
  'two-agents-retry-the-same-search',
])
