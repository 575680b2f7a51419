import {
  ATTR_TOOLSPAN_TAIL_OUTCOME,
  ATTR_TOOLSPAN_TAIL_REASON,
  ATTR_TOOLSPAN_TAIL_SIGNAL,
  ATTR_TOOLSPAN_TAIL_STATUS,
} from './attributes/tail.ts'
import type { MetricDeclaration } from './declaration.ts'

export const METRIC_TAIL_SPANS_RECEIVED = 'toolspan.tail.spans.received'
export const METRIC_TAIL_SPANS_SETTLED = 'toolspan.tail.spans.settled'
export const METRIC_TAIL_REQUESTS = 'toolspan.tail.requests'
export const METRIC_TAIL_COPIES_SKIPPED = 'toolspan.tail.copies.skipped'
export const METRIC_TAIL_SPANS_HELD = 'toolspan.tail.spans.held'
export const METRIC_TAIL_SPANS_CAPACITY = 'toolspan.tail.spans.capacity'
export const METRIC_TAIL_FACTS_SIZE = 'toolspan.tail.facts.size'
export const METRIC_TAIL_FACTS_CAPACITY = 'toolspan.tail.facts.capacity'
export const METRIC_TAIL_RUNS_HELD = 'toolspan.tail.runs.held'
export const METRIC_TAIL_RUNS_RELEASED = 'toolspan.tail.runs.released'
export const METRIC_TAIL_JUDGING_DELAY = 'toolspan.tail.judging.delay'
export const METRIC_TAIL_JOURNAL_SIZE = 'toolspan.tail.journal.size'
export const METRIC_TAIL_OUTBOX_HELD = 'toolspan.tail.outbox.held'
export const METRIC_TAIL_OUTBOX_CAPACITY = 'toolspan.tail.outbox.capacity'
export const METRIC_TAIL_FINDINGS_SENT = 'toolspan.tail.findings.sent'
export const METRIC_TAIL_FINDINGS_LOST = 'toolspan.tail.findings.lost'
export const METRIC_TAIL_CONNECTIONS_OPEN = 'toolspan.tail.connections.open'
export const METRIC_TAIL_CONNECTIONS_CAPACITY = 'toolspan.tail.connections.capacity'
export const METRIC_TAIL_LOOP_DELAY = 'toolspan.tail.loop.delay'

const COMMON = { stability: 'development', setBy: ['tail'] } as const

/** The health of the tail service. Each level has its capacity beside it. Only the service records them. */
export const TAIL_METRICS: readonly MetricDeclaration[] = [
  {
    ...COMMON,
    name: METRIC_TAIL_SPANS_RECEIVED,
    instrument: 'counter',
    unit: '{span}',
    brief: 'Spans in requests that could be read. Equal to the spans settled, over all outcomes.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_SPANS_SETTLED,
    instrument: 'counter',
    unit: '{span}',
    brief:
      'What became of the spans received: recorded, known already, of no use to any rule, or refused for a reason.',
    attributes: [ATTR_TOOLSPAN_TAIL_OUTCOME, ATTR_TOOLSPAN_TAIL_REASON],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_REQUESTS,
    instrument: 'counter',
    unit: '{request}',
    brief: 'Requests, by signal and by the status that they were answered with.',
    attributes: [ATTR_TOOLSPAN_TAIL_SIGNAL, ATTR_TOOLSPAN_TAIL_STATUS],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_COPIES_SKIPPED,
    instrument: 'counter',
    unit: '{request}',
    brief: 'Requests that were forwarded and not looked at, by reason.',
    attributes: [ATTR_TOOLSPAN_TAIL_SIGNAL, ATTR_TOOLSPAN_TAIL_REASON],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_CONNECTIONS_OPEN,
    instrument: 'gauge',
    unit: '{connection}',
    brief: 'Connections of senders that are open, over HTTP and gRPC.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_CONNECTIONS_CAPACITY,
    instrument: 'gauge',
    unit: '{connection}',
    brief: 'Connections that each of HTTP and gRPC may have open. Above it new ones are ended at once.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_SPANS_HELD,
    instrument: 'gauge',
    unit: '{span}',
    brief: 'Spans whose facts are held.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_SPANS_CAPACITY,
    instrument: 'gauge',
    unit: '{span}',
    brief:
      'Spans whose facts may be held. Above it the runs that were quiet for the longest time are let go of.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_FACTS_SIZE,
    instrument: 'gauge',
    unit: 'By',
    brief: 'Bytes of the facts that are held.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_FACTS_CAPACITY,
    instrument: 'gauge',
    unit: 'By',
    brief:
      'Bytes of facts that may be held. Above it the runs that were quiet for the longest time are let go of.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_RUNS_HELD,
    instrument: 'gauge',
    unit: '{run}',
    brief: 'Runs that are held.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_RUNS_RELEASED,
    instrument: 'counter',
    unit: '{run}',
    brief: 'Runs that were judged for the last time and let go of, by reason.',
    attributes: [ATTR_TOOLSPAN_TAIL_REASON],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_JUDGING_DELAY,
    instrument: 'gauge',
    unit: 's',
    brief: 'How long the run that waits for the longest time has waited to be judged.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_JOURNAL_SIZE,
    instrument: 'gauge',
    unit: 'By',
    brief: 'Bytes of the journal on disk.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_OUTBOX_HELD,
    instrument: 'gauge',
    unit: '{report}',
    brief: 'Reports about findings that have not left yet.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_OUTBOX_CAPACITY,
    instrument: 'gauge',
    unit: '{report}',
    brief: 'Reports about findings that may wait to leave. Above it the oldest are lost.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_FINDINGS_SENT,
    instrument: 'counter',
    unit: '{report}',
    brief: 'Reports about findings that the endpoint has taken.',
    attributes: [],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_FINDINGS_LOST,
    instrument: 'counter',
    unit: '{report}',
    brief: 'Reports about findings that will not be sent any more, by reason.',
    attributes: [ATTR_TOOLSPAN_TAIL_REASON],
  },
  {
    ...COMMON,
    name: METRIC_TAIL_LOOP_DELAY,
    instrument: 'gauge',
    unit: 's',
    brief: 'The longest time for which the event loop stood still since the metrics were read before.',
    attributes: [],
  },
]
