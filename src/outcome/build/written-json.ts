/** An envelope as it goes out: its JSON, and the value that this JSON has. */
export interface Written<Envelope> {
  readonly json: string
  readonly value: Envelope
}

/**
 * The envelope as JSON. What JSON cannot hold (a bigint, a circle) is replaced in both views alike; what cannot
 * be written at all is left out. Never throws: it is called on the way out of a handler that has failed already.
 */
export function writtenJson<Envelope extends object>(envelope: Envelope): Written<Envelope> {
  try {
    return { json: JSON.stringify(envelope), value: envelope }
  } catch {
    return writtenAnyway(envelope)
  }
}

function writtenAnyway<Envelope extends object>(envelope: Envelope): Written<Envelope> {
  const parts: string[] = []
  for (const [key, part] of Object.entries(envelope)) {
    const json = partJson(part)
    if (json !== undefined) parts.push(`${JSON.stringify(key)}:${json}`)
  }
  const json = `{${parts.join(',')}}`
  return { json, value: JSON.parse(json) }
}

function partJson(part: unknown): string | undefined {
  try {
    return JSON.stringify(part, replacer())
  } catch {
    return undefined
  }
}

function replacer(): (this: unknown, key: string, value: unknown) => unknown {
  const above: unknown[] = []
  return function (_key, value) {
    if (typeof value === 'bigint') return String(value)
    if (typeof value !== 'object' || value === null) return value
    while (above.length > 0 && above.at(-1) !== this) above.pop()
    if (above.includes(value)) return '[circular]'
    above.push(value)
    return value
  }
}
