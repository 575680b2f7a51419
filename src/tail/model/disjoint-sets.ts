/** Members that are in one set after a chain of joins. */
export interface DisjointSets<T> {
  find(member: T): T
  join(a: T, b: T): void
}

/** The classic union-find with path halving, where every member starts alone. */
export function createDisjointSets<T>(members: Iterable<T>): DisjointSets<T> {
  const parents = new Map<T, T>()
  for (const member of members) parents.set(member, member)
  function find(member: T): T {
    let at = member
    for (;;) {
      const parent = parents.get(at) ?? at
      if (parent === at) return at
      const above = parents.get(parent) ?? parent
      parents.set(at, above)
      at = above
    }
  }
  return {
    find,
    join(a, b) {
      parents.set(find(a), find(b))
    },
  }
}
