import type { AttributeDeclaration } from '../declaration.ts'

export const ATTR_TOOLSPAN_TAIL_OUTCOME = 'toolspan.tail.outcome'
export const ATTR_TOOLSPAN_TAIL_REASON = 'toolspan.tail.reason'
export const ATTR_TOOLSPAN_TAIL_STATUS = 'toolspan.tail.status'
export const ATTR_TOOLSPAN_TAIL_SIGNAL = 'toolspan.tail.signal'

/** What the metrics of the tail service are told apart by. */
export const tailAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_TAIL_OUTCOME,
    type: 'string',
    brief: 'What became of a span that the tail service received.',
    values: ['recorded', 'duplicate', 'irrelevant', 'refused'],
    example: 'recorded',
    stability: 'development',
    sensitive: false,
    setBy: ['tail'],
  },
  {
    name: ATTR_TOOLSPAN_TAIL_REASON,
    type: 'string',
    brief:
      'Why the tail service refused spans, let go of a run, did not look at a copy, or could not send a finding.',
    values: [
      'unreadable',
      'store_full',
      'not_written',
      'finding',
      'ended',
      'idle',
      'run_full',
      'shutdown',
      'rejected',
      'outbox_full',
      'no_room',
      'overloaded',
      'broken',
    ],
    example: 'ended',
    stability: 'development',
    sensitive: false,
    setBy: ['tail'],
  },
  {
    name: ATTR_TOOLSPAN_TAIL_STATUS,
    type: 'int',
    brief: 'The HTTP status that a request to the tail service was answered with.',
    example: 200,
    stability: 'development',
    sensitive: false,
    setBy: ['tail'],
  },
  {
    name: ATTR_TOOLSPAN_TAIL_SIGNAL,
    type: 'string',
    brief: 'Which signal a request to the tail service carried.',
    values: ['traces', 'logs', '_OTHER'],
    example: 'traces',
    stability: 'development',
    sensitive: false,
    setBy: ['tail'],
  },
]
