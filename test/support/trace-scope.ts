/** Trace cases that the rules and vocabularies of today cannot judge yet. The list only ever gets shorter. */
export const TRACES_NOT_IN_SCOPE: ReadonlySet<string> = new Set()
