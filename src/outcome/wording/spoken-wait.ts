const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

const IN_WORDS =
  /\b(?:retry|try again|wait|again|available)(?: again)?(?: (?:in|after|for))? (\d{1,7}(?:\.\d{1,3})?) ?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b/i
const RESETS_IN = /\bresets? in (?:(\d{1,3})h ?)?(?:(\d{1,3})m ?)?(?:(\d{1,5})s)?(?![\w])/i
/** A wait in the body of an error of Google's APIs. */
const RETRY_DELAY = /"retryDelay"\s{0,2}:\s{0,2}"(\d{1,7}(?:\.\d{1,3})?)s"/

/** How long words ask to wait, in milliseconds; undefined when they do not. Give it a bounded text. */
export function spokenWaitMs(text: string): number | undefined {
  const delay = RETRY_DELAY.exec(text)?.[1]
  if (delay !== undefined) return Math.round(Number(delay) * 1000)
  const words = IN_WORDS.exec(text)
  if (words !== null) {
    const [, number = '', unit = ''] = words
    return Math.round(Number(number) * unitMs(unit.toLowerCase()))
  }
  const resets = RESETS_IN.exec(text)
  if (resets === null) return undefined
  const [, hours, minutes, seconds] = resets
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined
  return ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000
}

function unitMs(unit: string): number {
  if (unit === 'ms' || unit.startsWith('milli')) return 1
  return UNIT_MS[unit.charAt(0)] ?? 1000
}
