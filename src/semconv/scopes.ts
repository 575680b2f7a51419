/** Instrumentation scope of the spans and metrics of calls. */
export const CALLS_SCOPE = 'toolspan'

/** Instrumentation scope of findings. Spans of this scope are never judged themselves. */
export const FINDINGS_SCOPE = 'toolspan.findings'
