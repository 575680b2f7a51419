import type * as api from '@opentelemetry/api'

/** How many entries are linked before they are copied into one context: a look-up walks them all. */
const MAX_DEPTH = 8

/**
 * `parent` with one more entry. The API's own contexts copy all entries for each new one, which is most of what a
 * context costs on a hot path; this one only points at its parent.
 */
export function withEntry(parent: api.Context, key: symbol, value: unknown): api.Context {
  if (!(parent instanceof LinkedContext)) return new LinkedContext(parent, key, value, 1)
  // What nobody can see any more is not held.
  if (parent.key === key) return new LinkedContext(parent.parent, key, value, parent.depth)
  return parent.depth < MAX_DEPTH
    ? new LinkedContext(parent, key, value, parent.depth + 1)
    : parent.copied().setValue(key, value)
}

/**
 * `context` for whoever puts entries into it: they come to stand in linked contexts, at a fraction of the price.
 */
export function linkable(context: api.Context): api.Context {
  return context instanceof LinkedContext ? context : new LinkableContext(context)
}

class LinkableContext implements api.Context {
  readonly parent: api.Context

  constructor(parent: api.Context) {
    this.parent = parent
  }

  getValue(key: symbol): unknown {
    return this.parent.getValue(key)
  }

  setValue(key: symbol, value: unknown): api.Context {
    return new LinkedContext(this.parent, key, value, 1)
  }

  deleteValue(key: symbol): api.Context {
    return this.parent.deleteValue(key)
  }
}

class LinkedContext implements api.Context {
  readonly parent: api.Context
  readonly key: symbol
  readonly value: unknown
  readonly depth: number

  constructor(parent: api.Context, key: symbol, value: unknown, depth: number) {
    this.parent = parent
    this.key = key
    this.value = value
    this.depth = depth
  }

  getValue(key: symbol): unknown {
    return key === this.key ? this.value : this.parent.getValue(key)
  }

  setValue(key: symbol, value: unknown): api.Context {
    return withEntry(this, key, value)
  }

  deleteValue(key: symbol): api.Context {
    return this.copied().deleteValue(key)
  }

  /** The same entries in a context of the API's own. */
  copied(): api.Context {
    const newest = new Map<symbol, unknown>()
    let each: api.Context = this
    for (; each instanceof LinkedContext; each = each.parent) {
      if (!newest.has(each.key)) newest.set(each.key, each.value)
    }
    for (const [key, value] of newest) each = each.setValue(key, value)
    return each
  }
}
