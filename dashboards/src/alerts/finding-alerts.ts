import { news, select } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'
import { type Alert, label } from './alert.ts'

const BY_CALL = [LABEL.rule, LABEL.originService, LABEL.tool]
const CRITICAL = `${LABEL.severity}="critical"`
const UNSAFE_RULES = ['unsafe-retry', 'repeated-write']
/** Critical findings of these have an alert of their own. */
const PAGED_RULES = ['budget-reset', 'retry-storm', ...UNSAFE_RULES]

const TOOL = label(LABEL.tool, 'a call')
const WHERE = `${TOOL} of ${label(LABEL.originService)}`
const OPEN_FINDINGS =
  'The dashboard *One run*, table of findings: pick the rule, open the trace. The bar of the finding lasts as long as the trouble, its links lead to the tries. The bar is there once the trouble or its run is over. Until then the log record names the trace: `docker-compose logs collector`, or your log store, by the rule.'

/** Alerts on what the judge found. They fire on the first finding of a series and resolve ten minutes after the last. */
export const FINDING_ALERTS: readonly Alert[] = [
  {
    name: 'ToolBudgetReset',
    severity: 'critical',
    holdsFor: '1m',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}="budget-reset"`, CRITICAL)),
    summary:
      'A recovery budget was started over after it had ended in failure, and the operation did not recover.',
    description: `A new retry budget was opened for ${WHERE} after an earlier one had ended in failure. The limit that somebody set is no limit.`,
    means:
      'An agent, a handler or a client began counting at one again for work that had already failed. Each hand-off may do so again: load on a dependency in trouble, time and tokens grow without anybody seeing the sum.',
    lookAt: [
      OPEN_FINDINGS,
      'The attributes `toolspan.finding.fix` and `toolspan.finding.resets` of the finding: which owner, how often.',
      'The dashboard *Retries and budgets*, panel *Tries per call*: whether it goes on.',
    ],
    todo: [
      'Is it still going on: stop the run, or set the tries of the owner that the finding names to 1.',
      'Hand the operation on so that `recover()` inherits what is left, over MCP with the instrumented client and server.',
      'Is the new budget wanted: open it with `newBudget: { approvedBy, reason }`. Then it is no finding.',
    ],
  },
  {
    name: 'ToolRetryStorm',
    severity: 'critical',
    holdsFor: '1m',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}="retry-storm"`, CRITICAL)),
    summary:
      'Nested layers each retried one operation, so that their tries multiply, and it did not recover.',
    description: `Two or more layers retried ${WHERE} inside one another.`,
    means:
      'One call became the product of all retry settings on its way. The dependency that is in trouble gets the load of many callers.',
    lookAt: [
      OPEN_FINDINGS,
      'The dashboard *Retries and budgets*, panels *Amplification of storms, 95th percentile* and *Share of retries by layer*.',
      'The dependency itself: is it down, or does it limit us?',
    ],
    todo: [
      'Switch off the retries of all layers but one. The finding says which setting of which owner; retries hidden in libraries count as layers (docs/budgets.md).',
      'Wrap the layers that stay in `recover()`: nested ones inherit what is left.',
      'Is the dependency down: pause the agents that call it.',
    ],
  },
  {
    name: 'ToolUnsafeRepeat',
    severity: 'critical',
    holdsFor: '0s',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}=~"${UNSAFE_RULES.join('|')}"`, CRITICAL)),
    summary: 'A state-changing call was made again although it may have taken effect, or had.',
    description: `${label(LABEL.rule)} at ${WHERE}: an order, a payment or a message may exist twice.`,
    means:
      'A write whose outcome was unknown was simply sent again, or a write that had succeeded was made again by an outer retry. Without an idempotency key the effect is there twice.',
    lookAt: [
      OPEN_FINDINGS,
      'The system that the tool writes to: look for the second entry with the time of the later try.',
      'Whether other runs did the same: the table lists each.',
    ],
    todo: [
      'Undo the second effect by hand, today.',
      'Give the tool an idempotency key that stays the same over all tries, or declare it `idempotentHint: true` if it is.',
      'Let an indeterminate write end with the status check that names what to look up, not with another try.',
    ],
  },
  {
    name: 'ToolFindingCritical',
    severity: 'critical',
    holdsFor: '1m',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}!~"${PAGED_RULES.join('|')}"`, CRITICAL)),
    summary: 'A rule without an alert of its own found something critical.',
    description: `The rule ${label(LABEL.rule)} found something critical at ${WHERE}.`,
    means:
      'Every critical finding pages, also that of a rule that is newer than this file, or whose severity your settings raised.',
    lookAt: [OPEN_FINDINGS, 'What the rule means: `toolspan explain RULE`, or docs/rules.md.'],
    todo: [
      'Do what the attribute `toolspan.finding.fix` says.',
      'Mute what you accept, with a reason and an end date, in toolspan.yaml.',
    ],
  },
  {
    name: 'ToolActedOnEmpty',
    severity: 'warning',
    holdsFor: '1m',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}="acted-on-empty"`)),
    summary: 'An agent changed something on the strength of an empty answer that nobody had confirmed.',
    description: `A state-changing call of ${label(LABEL.originService)} (${TOOL}) followed an empty answer of unknown coverage.`,
    means:
      'The agent took "nothing came back" for "there is none" and acted on it: a duplicate is created, a customer is told that there is no order.',
    lookAt: [
      OPEN_FINDINGS,
      'The dashboard *Answers*, panel *Empty answers by coverage*: which tool says "none" without saying where it looked.',
    ],
    todo: [
      'Check what the write did, and undo it where it was wrong.',
      'Let the look-up say what it searched: `foundNone({ searched, scanned, sources })`.',
    ],
  },
  {
    name: 'ToolStaleAnswers',
    severity: 'warning',
    holdsFor: '1m',
    expr: news(BY_CALL, select(SERIES.findings, `${LABEL.rule}="stale-answer"`)),
    summary: 'Answers are older than they may be, and are used as current.',
    description: `Answers of ${WHERE} are older than their allowed age.`,
    means:
      'A replica lags, a cache is not renewed, or an index has stopped. Agents go on as if the data were of today.',
    lookAt: [
      OPEN_FINDINGS,
      'The dashboard *Answers*, panel *Answers by freshness*: since when.',
      'The replication lag or the age of the index behind the tool.',
    ],
    todo: [
      'Repair the source.',
      'Is the age acceptable: raise the allowed age of the tool in toolspan.yaml.',
    ],
  },
]
