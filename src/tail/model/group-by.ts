/** Groups in order of first appearance. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): T[][] {
  const groups: T[][] = []
  let byKey: Map<K, T[]> | undefined
  let lastKey: K | undefined
  let group: T[] | undefined
  items.forEach((item) => {
    const key = keyOf(item)
    // What belongs together often stands together, and often there is one group only.
    if (group === undefined || key !== lastKey) {
      if (group !== undefined && byKey === undefined) byKey = new Map([[lastKey as K, group]])
      group = byKey?.get(key)
      lastKey = key
    }
    if (group !== undefined) {
      group.push(item)
      return
    }
    group = [item]
    groups.push(group)
    byKey?.set(key, group)
  })
  return groups
}
