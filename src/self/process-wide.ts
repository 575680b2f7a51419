/**
 * One value for the whole process, also where several copies of this package are loaded in it: a framework may
 * bring its own. The first copy that asks makes it. What is shared like this must keep its shape: whoever changes
 * the shape changes the name, and copies with another shape do not meet.
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`toolspan/${name}`)
  const known: unknown = Reflect.get(globalThis, key)
  // Whoever stored it under this name gave it this shape.
  if (known !== undefined) return known as T
  const made = make()
  // Not enumerable and not writable: a host that looks at its globals sees nothing, and changes nothing by chance.
  Reflect.defineProperty(globalThis, key, { value: made })
  return made
}
