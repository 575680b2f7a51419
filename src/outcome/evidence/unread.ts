import { isKeyed } from '../../self/keyed.ts'

/**
 * Whether a value only promises one: something to wait for, to step through or to read. Nothing has come of it yet,
 * so that it says nothing of what the call brought. None of its members is called.
 */
export function isUnread(value: unknown): boolean {
  if (typeof value === 'function') return typeof Reflect.get(value, 'then') === 'function'
  if (!isKeyed(value)) return false
  if (typeof value.then === 'function' || Symbol.asyncIterator in value) return true
  if (typeof value.next === 'function' && Symbol.iterator in value) return true
  // Web streams, and the messages of fetch with a body of theirs.
  if (typeof value.getReader === 'function') return true
  return 'bodyUsed' in value && typeof value.arrayBuffer === 'function'
}
