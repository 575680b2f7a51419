import { MAX_DURATION_MS, MAX_RETRIES, MAX_TEXT_LENGTH } from './wire-values.ts'

/** One field of what travels about a budget, as docs and other languages need to know it. */
export interface WireField {
  readonly name: string
  readonly type: 'text' | 'whole number' | 'true'
  /** Of a number its value, of a text its length in UTF-16 code units. */
  readonly least?: number
  readonly most?: number
  readonly unit?: 'ms'
  readonly isOptional: boolean
  readonly brief: string
}

const id = { type: 'text', least: 1, most: MAX_TEXT_LENGTH, isOptional: false } as const
const count = { type: 'whole number', least: 0, most: MAX_RETRIES, isOptional: false } as const

/** What a request says of the budget that it is a try of. */
export const LEDGER_FIELDS: readonly WireField[] = [
  { name: 'operation', ...id, brief: 'The logical operation.' },
  { name: 'budget', ...id, brief: 'The budget that this request is a try of.' },
  { name: 'retriesLeft', ...count, brief: 'Retries that everybody below may make together.' },
  {
    name: 'msLeft',
    type: 'whole number',
    least: 1,
    most: MAX_DURATION_MS,
    unit: 'ms',
    isOptional: false,
    brief: 'How long anybody waits for the answer, from when it was sent.',
  },
  {
    name: 'attempt',
    type: 'whole number',
    least: 1,
    most: MAX_RETRIES + 1,
    isOptional: false,
    brief: 'Which try of the operation this is; 1 is the first.',
  },
  { name: 'leg', ...id, isOptional: true, brief: 'To be repeated in the answer.' },
]

/** What an answer says of it. */
export const ECHO_FIELDS: readonly WireField[] = [
  { name: 'budget', ...id, brief: 'The `budget` of the request.' },
  { name: 'leg', ...id, isOptional: true, brief: 'The `leg` of the request; absent where it had none.' },
  { name: 'spent', ...count, brief: 'Retries that were made below this request, first tries not counted.' },
  {
    name: 'retryAfterMs',
    type: 'whole number',
    least: 0,
    most: MAX_DURATION_MS,
    unit: 'ms',
    isOptional: true,
    brief: 'The pause that a failed answer asks for.',
  },
  {
    name: 'alone',
    type: 'true',
    isOptional: true,
    brief: 'The `_meta` or `data` around it was made for it, and is taken off with it.',
  },
]
