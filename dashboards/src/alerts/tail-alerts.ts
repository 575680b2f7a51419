import { news, select } from '../promql.ts'
import { LABEL, TAIL } from '../series.ts'
import { type Alert, label } from './alert.ts'

const INSTANCE = '{{ $labels.instance }}'
const BOARD = 'The dashboard *Tail health*, row *The tail*'
const REFUSED = select(TAIL.spansSettled, `${LABEL.tailOutcome}="refused"`)

function fullness(held: string, capacity: string): string {
  return `max by (instance) (${held} / ${capacity}) > 0.9`
}

/** Alerts on the trouble of the tail service itself. */
export const TAIL_ALERTS: readonly Alert[] = [
  {
    name: 'ToolspanFindingsLost',
    severity: 'critical',
    holdsFor: '0s',
    expr: news(['instance', LABEL.tailReason], TAIL.findingsLost),
    summary: 'The tail has given up reports about findings. A page may be among them.',
    description: `The tail at ${INSTANCE} gave up reports about findings: ${label(LABEL.tailReason)}.`,
    means:
      'The place that findings are sent to has refused them, or was away for so long that the outbox is full. What was lost is in no store and on no chart.',
    lookAt: [
      `${BOARD}, panel *Reports about findings, sent and lost*.`,
      'The log of the tail: it names the answer of the endpoint.',
    ],
    todo: [
      'Reason rejected: the address or the token behind `--export` is wrong, or the receiver does not know the signal.',
      'Reason outbox_full: bring the receiver back. `outboxCapacity` says how much may wait.',
      'Judge the traces of that time again: `toolspan check --jaeger`.',
    ],
  },
  {
    name: 'ToolspanTailRefuses',
    severity: 'warning',
    holdsFor: '5m',
    expr: news(['instance', LABEL.tailReason], REFUSED),
    summary: 'The tail refuses spans.',
    description: `The tail at ${INSTANCE} refuses spans: ${label(LABEL.tailReason)}.`,
    means:
      'Senders are told to wait and send again. The queue of the Collector holds what is refused; when that is full too, runs are judged with gaps. Spans in the store are not affected.',
    lookAt: [`${BOARD}, panels *What became of spans* and *How full the tail is*.`],
    todo: [
      'Reason store_full: raise `maxSpans` and `maxFactBytes`, or add a tail.',
      'Reason not_written: the volume of the journal is full or fails.',
      'Reason unreadable: a sender writes what is no OTLP.',
    ],
  },
  {
    name: 'ToolspanTailFull',
    severity: 'warning',
    holdsFor: '5m',
    expr: `${fullness(TAIL.spansHeld, TAIL.spansCapacity)} or ${fullness(TAIL.factsSize, TAIL.factsCapacity)} or ${fullness(TAIL.outboxHeld, TAIL.outboxCapacity)}`,
    summary: 'The tail is over nine tenths full.',
    description: `The tail at ${INSTANCE} has been over 90 % full for five minutes.`,
    means:
      'Above its limits the tail lets go of the runs that were quiet for the longest time; their findings say `complete: false`. A full outbox loses the oldest reports.',
    lookAt: [`${BOARD}, panel *How full the tail is*: spans, bytes or reports.`],
    todo: [
      'Spans or bytes: raise `maxSpans` and `maxFactBytes` with the memory for it, or add a tail.',
      'Reports: the receiver of findings is away or too slow.',
    ],
  },
  {
    name: 'ToolspanTailSlow',
    severity: 'warning',
    holdsFor: '5m',
    expr: `max by (instance) (${TAIL.judgingDelay}) > 30`,
    summary: 'The tail is behind. Findings come late.',
    description: `A run at the tail ${INSTANCE} has waited for more than 30 s to be judged.`,
    means: 'More spans arrive than one tail can judge. A page about a storm comes when the storm is over.',
    lookAt: [`${BOARD}, panel *How far judging is behind*.`, 'The processor time that the tail gets.'],
    todo: ['Give it a whole core, or add a tail: see docs/production.md.'],
  },
]
