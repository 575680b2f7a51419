/**
 * Whether a value only promises one: something to wait for, to step through or to read. Nothing has come of it yet,
 * so that it says nothing of what the call brought. None of its members is called.
 */
export function isUnread(value: unknown): boolean {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  if (Array.isArray(value)) return false
  const member = (name: PropertyKey): unknown => Reflect.get(value, name)
  if (typeof member('then') === 'function') return true
  if (typeof value === 'function') return false
  if (Symbol.asyncIterator in value) return true
  if (typeof member('next') === 'function' && Symbol.iterator in value) return true
  // Web streams, and the messages of fetch with a body of theirs.
  if (typeof member('getReader') === 'function') return true
  return 'bodyUsed' in value && typeof member('arrayBuffer') === 'function'
}
