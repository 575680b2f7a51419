/** Which traces may be parts of one run, because they share a name or link to each other. Plain data: it travels. */
export interface Joints {
  /** Names, each with one of the traces that carry it. */
  readonly names: Map<string, string>
  /** Traces with another of the same group, on the way to the one that stands for all. */
  readonly parents: Map<string, string>
}

/** Groups of traces. Only traces that name others take room. */
export interface JoinedTraces {
  joinByName(name: string, traceId: string): void
  join(traceId: string, other: string): void
  /** Takes in what another part of the input said. */
  merge(joints: Joints): void
  /** For each trace that is joined with others: the one that stands for all of them. */
  groups(): ReadonlyMap<string, string>
  readonly joints: Joints
}

export function createJoinedTraces(): JoinedTraces {
  const names = new Map<string, string>()
  const parents = new Map<string, string>()

  function rootOf(traceId: string): string {
    let root = traceId
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up
    let at = traceId
    while (at !== root) {
      const up = parents.get(at) ?? root
      parents.set(at, root)
      at = up
    }
    return root
  }

  function join(traceId: string, other: string): void {
    const a = rootOf(traceId)
    const b = rootOf(other)
    if (a === b) return
    parents.set(a, a)
    parents.set(b, a)
  }

  function joinByName(name: string, traceId: string): void {
    const known = names.get(name)
    if (known === undefined) names.set(name, traceId)
    else if (known !== traceId) join(known, traceId)
  }

  return {
    joinByName,
    join,
    merge(joints) {
      for (const [name, traceId] of joints.names) joinByName(name, traceId)
      for (const [traceId, up] of joints.parents) join(traceId, up)
    },
    groups: () => new Map([...parents.keys()].map((traceId) => [traceId, rootOf(traceId)])),
    joints: { names, parents },
  }
}
