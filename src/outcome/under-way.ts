import { isKeyed, type Keyed } from '../self/keyed.ts'
import { saysWaiting, WAITING_WORDS } from './wording/waiting-words.ts'

const STATE_KEY = /^(?:\w{0,24}_)?(?:status|state|phase)$/i
/** The same in JSON inside a text, whose quotes may be escaped. */
const IN_TEXT = new RegExp(
  `(?:status|state|phase)\\\\?"\\s{0,4}:\\s{0,4}\\\\?"(?:${WAITING_WORDS})\\\\?"`,
  'i',
)

const MAX_TEXT = 4096
const MAX_KEYS = 32

/**
 * Whether a result says of itself that what it is about goes on: `{ "status": "running" }`, one level down at most, or
 * as JSON in a text. Such answers look alike for as long as the work takes: that they do says nothing.
 */
export function saysUnderWay(result: unknown): boolean {
  if (typeof result === 'string') return IN_TEXT.test(result.slice(0, MAX_TEXT))
  if (!isKeyed(result)) return false
  if (isKeyed(result.structuredContent)) return hasOpenState(result.structuredContent)
  const [block] = Array.isArray(result.content) ? result.content : []
  if (isKeyed(block) && typeof block.text === 'string') return saysUnderWay(block.text)
  return hasOpenState(result)
}

function hasOpenState(object: Keyed): boolean {
  let looked = 0
  for (const key in object) {
    if (++looked > MAX_KEYS) return false
    const value = object[key]
    if (isOpenState(key, value)) return true
    if (!isKeyed(value)) continue
    for (const inner in value) {
      if (++looked > MAX_KEYS) return false
      if (isOpenState(inner, value[inner])) return true
    }
  }
  return false
}

function isOpenState(key: string, value: unknown): boolean {
  return typeof value === 'string' && STATE_KEY.test(key) && saysWaiting(value)
}
