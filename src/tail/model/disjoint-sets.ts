/** Members that are in one set after a chain of joins. A member is a number from 0. */
export interface DisjointSets {
  /** The member that stands for the set. */
  find(member: number): number
  join(a: number, b: number): void
  /** How many members the set of `member` has. */
  sizeOf(member: number): number
}

/** The classic union-find with path halving, where every member starts alone. */
export function createDisjointSets(members: number): DisjointSets {
  const parents = new Int32Array(members)
  const sizes = new Int32Array(members).fill(1)
  for (let member = 0; member < members; member++) parents[member] = member

  function find(member: number): number {
    let at = member
    for (;;) {
      const parent = parents[at] ?? at
      if (parent === at) return at
      const above = parents[parent] ?? parent
      parents[at] = above
      at = above
    }
  }

  return {
    find,
    join(a, b) {
      const from = find(a)
      const to = find(b)
      if (from === to) return
      parents[from] = to
      sizes[to] = (sizes[to] ?? 1) + (sizes[from] ?? 1)
    },
    sizeOf: (member) => sizes[find(member)] ?? 1,
  }
}
