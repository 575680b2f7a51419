/** Where the scenarios put a secret of its own. */
export const PLACES = [
  'argument',
  'prompt-argument',
  'result',
  'resource-text',
  'error-message',
  'error-cause',
  'error-name',
  'error-code',
  'error-data',
  'error-context',
  'is-error-text',
  'missing-source',
  'observed-at',
  'empty-reason',
  'header',
  'auth',
  'baggage',
  'uri-user',
  'uri-password',
  'uri-query',
  'uri-fragment',
  'uri-token',
  'question',
  'answer',
  'log-message',
  'progress-message',
  'cancel-reason',
  'hook',
  'foreign-url',
  'protocol-version',
  'content-id',
] as const
export type Place = (typeof PLACES)[number]

/** The secret of one place: it looks like a key, and says where it was put. */
export function mark(place: Place): string {
  return `sk-live-${place}-51Hq8zRTaB9cDeF42xYz`
}

/** The part of a mark by which it is found, also where it was cut. */
function core(place: Place): string {
  return `live-${place}-`
}

/** The places whose secrets stand in a text. */
export function marksIn(text: string): Place[] {
  return PLACES.filter((place) => text.includes(core(place)))
}
