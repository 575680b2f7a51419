import { isKeyed, type Keyed } from '../../self/keyed.ts'

/** Messages are read up to this many characters. */
const MESSAGE_LIMIT = 4096
/** How deep causes are followed: a cause of a cause of a cause, and so on, may lead in circles. */
const CAUSE_LIMIT = 5

/** What is read of a thrown thing before any family looks at it. */
export interface Thrown {
  /** The error object, or an empty one for a thrown primitive. */
  readonly error: Keyed
  readonly name: string
  /** The name of its class, where that says more than its `name`. */
  readonly className: string
  readonly message: string
  readonly code: unknown
}

const EMPTY: Keyed = Object.freeze({})

/** The thrown thing and its causes, the outermost first. */
export function thrownChain(error: unknown): Thrown[] {
  const chain: Thrown[] = []
  let current = error
  while (chain.length < CAUSE_LIMIT && current !== undefined && current !== null) {
    const thrown = thrownOf(current)
    chain.push(thrown)
    const next = thrown.error.cause ?? thrown.error.lastError
    if (next === current) break
    current = next
  }
  if (chain.length === 0) chain.push(thrownOf(error))
  return chain
}

function thrownOf(value: unknown): Thrown {
  const error = isKeyed(value) ? value : EMPTY
  const { name, message, code } = error
  return {
    error,
    name: typeof name === 'string' ? name : '',
    className: classNameOf(error),
    message: bounded(error === EMPTY ? wordsOf(value) : message),
    code,
  }
}

function classNameOf(error: Keyed): string {
  const maker = error.constructor
  return typeof maker === 'function' && maker.name !== 'Object' ? maker.name : ''
}

/** Only primitives are turned into text: an object's own `toString` is the host's code. */
function wordsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function bounded(message: unknown): string {
  if (typeof message !== 'string') return ''
  return message.length > MESSAGE_LIMIT ? message.slice(0, MESSAGE_LIMIT) : message
}
