import type { SpanFacts } from '../facts/span-facts.ts'
import { isInnerView } from '../model/equal-call-series.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { groupBy } from '../model/operation.ts'
import { isPolling } from '../model/repeats.ts'
import { byStart } from '../model/span-order.ts'
import type { Try } from '../model/try.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** So many equal steps are a circle (design.md section 5). */
const MIN_STEPS = 5

/** An agent runs in a circle. */
export const noProgressLoop: RunRule = Object.freeze({
  id: 'no-progress-loop',
  summary:
    'One call was made five times or more with the same answer, or calls of one tool or model kept failing for one reason, with nothing new between.',
  meaning: 'The agent is stuck, and each round costs a model call.',
  quietWhen:
    'The answer changes (polling); pages; tries of one budget; a poller; a storm or a reset says it already.',
  fix: 'Break the loop: hand the reason to the model in words it can act on, or stop after so many equal answers.',
  severities: 'warning',
  scope: 'run',
  isCue: (span: SpanFacts) => span.role === 'tool' || span.role === 'model',
  cuesNeeded: MIN_STEPS,
  check(judged: JudgedRun): readonly Draft[] {
    const steps = judged.tries.filter((item) => isStep(item) && !isInnerView(item))
    return groupBy(steps, ({ span }) => span.traceId + (span.parentSpanId ?? '')).flatMap((siblings) => {
      const circle = longestCircle(siblings.sort((a, b) => byStart(a.span, b.span)))
      return circle === undefined || isPolling(circle) || isToldElsewhere(circle, judged)
        ? []
        : [draft(circle, judged)]
    })
  },
} as const)

function draft(circle: readonly Try[], judged: JudgedRun): Draft {
  const fifth = circle[MIN_STEPS - 1]?.span ?? (circle[0] as Try).span
  const name = fifth.role === 'model' ? (fifth.model ?? fifth.name) : nameOfCall(fifth)
  const why = fifth.failed
    ? (fifth.errorCode ?? fifth.errorType ?? fifth.errorCategory ?? 'a failure')
    : 'the same answer'
  return aboutCall(fifth, judged, {
    severity: 'warning',
    summary: `${name} was called ${circle.length} times in a row with ${why} each time`,
    evidence: [
      { span: fifth, says: 'the fifth time' },
      ...circle.filter(({ span }) => span !== fifth).map(({ span }) => ({ span, says: `${why} as well` })),
    ],
    basis: fifth.fingerprint === undefined ? 'position' : 'fingerprint',
    fix: `stop ${name} after so many equal answers, or tell the model what would have to change`,
    attempts: circle.length,
  })
}

/** Calls that an agent chose to make; tries of a declared budget are their owner's. */
function isStep({ span, number, budgetId }: Try): boolean {
  return (span.role === 'tool' || span.role === 'model') && number === undefined && budgetId === undefined
}

/**
 * The first run of five or more equal steps. Model calls between tool calls are the agent thinking; a call of
 * another tool, or another outcome, is something new.
 */
function longestCircle(siblings: readonly Try[]): Try[] | undefined {
  const tools = siblings.filter(({ span }) => span.role === 'tool')
  const models = siblings.filter(({ span }) => span.role === 'model')
  return circleIn(tools) ?? (tools.length === 0 ? circleIn(models) : undefined)
}

function circleIn(steps: readonly Try[]): Try[] | undefined {
  let circle: Try[] = []
  for (const step of steps) {
    const last = circle.at(-1)
    if (last !== undefined && isSameStep(last.span, step.span)) {
      circle.push(step)
      continue
    }
    if (circle.length >= MIN_STEPS) return circle
    circle = [step]
  }
  return circle.length >= MIN_STEPS ? circle : undefined
}

function isSameStep(a: SpanFacts, b: SpanFacts): boolean {
  if (
    a.tool !== b.tool ||
    a.model !== b.model ||
    a.failed !== b.failed ||
    a.endMs === undefined ||
    b.startMs < a.endMs
  )
    return false
  if (a.failed) return reasonOf(a) !== undefined && reasonOf(a) === reasonOf(b)
  const isEmpty = a.result?.status === 'found_none' && b.result?.status === 'found_none'
  if (isEmpty && a.result?.reason !== undefined && a.result.reason === b.result?.reason) return true
  const isSameCall = a.fingerprint !== undefined && a.fingerprint === b.fingerprint
  return isSameCall && a.result?.fingerprint !== undefined && a.result.fingerprint === b.result?.fingerprint
}

function reasonOf({ errorCode, errorType, errorDigest, errorCategory }: SpanFacts): string | undefined {
  return errorCode ?? errorDigest ?? errorType ?? errorCategory
}

/** A storm or a reset of the same calls says it already. */
function isToldElsewhere(circle: readonly Try[], { operations }: JudgedRun): boolean {
  const members = new Set(circle)
  return operations.some(
    ({ operation, nestedRetries, resets }) =>
      (nestedRetries.length > 0 || resets.length > 0) && operation.tries.some((item) => members.has(item)),
  )
}
