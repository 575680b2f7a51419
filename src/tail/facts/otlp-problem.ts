/** What is wrong with a piece of OTLP, and where, from the place that is being read. */
export class OtlpProblem extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.name = 'OtlpProblem'
    this.path = path
  }
}

/** The problem that `expected` names: `expected 32 hex digits, got "xyz"`. */
export function expectation(path: string, expected: string, got: unknown): OtlpProblem {
  return new OtlpProblem(path, `expected ${expected}, got ${described(got)}`)
}

/** The same problem, seen from the place that holds `path`. Any other error goes on as it is. */
export function within(path: string, error: unknown): unknown {
  if (!(error instanceof OtlpProblem)) return error
  return new OtlpProblem(error.path === '' ? path : `${path}.${error.path}`, error.message)
}

const SHOWN_CHARACTERS = 40

/** A value in few words, whatever it is and however long. */
export function described(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return String(value)
  const text = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value
  return JSON.stringify(text)
}
