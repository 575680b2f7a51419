import { looksUpByName } from '../facts/said-by-name.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { isInnerView } from '../model/equal-call-series.ts'
import { ignoredRefusals, isFinalNo } from '../model/ignored-refusals.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { endedBefore, hasEnded, mayHaveEnded, sortByStart } from '../model/order.ts'
import { isPolling } from '../model/repeats.ts'
import { isRemnant } from '../model/run.ts'
import { isSameFailure, isVague } from '../model/same-failure.ts'
import { areStepsOfAgent, callerOf, groupOwnSteps, type OwnSteps } from '../model/siblings.ts'
import type { SpanTree } from '../model/tree.ts'
import type { Try } from '../model/try.ts'
import type { RuleSettings } from '../rule-settings.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import { ordinal } from './draft/ordinal.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const noProgressLoopPage: RulePage = {
  summary:
    'One call was made five times or more with the same answer, or calls of one tool or model kept failing for one reason, with nothing new between.',
  meaning: 'The agent is stuck, and each round costs a model call.',
  example: 'Six searches in other words all end in `INDEX_CLOSED`. The wording was never what was wrong.',
  quietWhen:
    'The answer changes, or says that the work is under way (polling); pages; tries of one budget; a poller; calls of one model turn, with or without call ids (no call of the model lies between them); acts that each move something on; different questions that were each answered with a final none or "no such thing", files of which none may be read, or that found nothing while no call of the model is seen between them; items that a tool looks up one after the other, or a program in steps that each ask a model; branches side by side; a storm or a reset says it already, or `terminal-ignored` does of a model that refuses for good.',
  fix: 'Break the loop: hand the reason to the model in words it can act on, or stop after so many equal answers.',
  severities: 'warning',
}

/** An agent runs in a circle. */
export const noProgressLoop: RunRule = Object.freeze({
  id: 'no-progress-loop',
  scope: 'run',
  isCue: mayBeEqualStep,
  cuesNeeded: ({ loopSteps }: RuleSettings) => loopSteps,
  check(judged: JudgedRun): readonly Draft[] {
    const steps = judged.tries.filter(
      (item) => isStep(item) && !isInnerView(item) && !isRemnant(item.span, judged.run),
    )
    return groupOwnSteps(steps, judged.settings.loopSteps, judged.tree).flatMap((own) => {
      const siblings = sortByStart(judged.tree, own.tries)
      const tools = siblings.filter(({ span }) => span.role === 'tool')
      // Model calls between tool calls are the agent thinking; in a row they may be a circle of their own.
      const circle =
        circleIn(tools, judged) ?? (tools.length < siblings.length ? circleIn(siblings, judged) : undefined)
      if (circle === undefined || isPolling(circle) || changesLater(circle, siblings, judged)) return []
      return isToldElsewhere(circle, judged) ? [] : [draft(circle, own, judged)]
    })
  },
} as const)

type Circle = readonly [Try, ...Try[]]

function draft(circle: Circle, { tries, owner, key }: OwnSteps, judged: JudgedRun): Draft {
  const { loopSteps } = judged.settings
  const fifth = (circle[loopSteps - 1] ?? circle[0]).span
  const name = fifth.role === 'model' ? (fifth.model ?? fifth.name) : nameOfCall(fifth)
  const how = sayAnswer(fifth)
  return aboutCall(fifth, judged, {
    severity: 'warning',
    summary: `${name} was called ${circle.length} times in a row and ${how} each time`,
    evidence: [
      { span: fifth, says: `the ${ordinal(loopSteps)} time: ${how}` },
      ...circle.filter(({ span }) => span !== fifth).map(({ span }) => ({ span, says: how })),
    ],
    basis: areEqualCalls(circle) ? 'fingerprint' : 'position',
    fix: `let the agent stop calling ${name} after so many equal answers, or tell the model what would have to change`,
    attempts: circle.length,
    encloser: owner,
    once: key,
    recovered: hasRecovered(circle, tries),
    ...wasteOf(
      roundsAfterFirst(circle, tries).map(({ span }) => span),
      judged.tree,
    ),
  })
}

/** Whether equal arguments tie the steps; otherwise only their place and what became of them do. */
function areEqualCalls([{ span: first }, ...others]: Circle): boolean {
  return first.fingerprint !== undefined && others.every(({ span }) => span.fingerprint === first.fingerprint)
}

/** Whether the same tool, or model, had an answer after it; undefined while the last step goes on. */
function hasRecovered(circle: Circle, siblings: readonly Try[]): boolean | undefined {
  const last = (circle.at(-1) ?? circle[0]).span
  if (last.endMs === undefined) return undefined
  return siblings.some(
    ({ span }) =>
      span.tool === last.tool &&
      span.model === last.model &&
      mayHaveEnded(last, span) &&
      succeededWithSomething(span),
  )
}

function succeededWithSomething({ failed, endMs, result }: SpanFacts): boolean {
  return !failed && endMs !== undefined && result?.status !== 'found_none'
}

/** The steps after the first one, and the model calls between them that asked for them. */
function roundsAfterFirst([first, ...others]: Circle, siblings: readonly Try[]): readonly Try[] {
  const last = others.at(-1) ?? first
  const thinking = siblings.filter(
    ({ span }) => span.role === 'model' && hasEnded(first.span, span) && hasEnded(span, last.span),
  )
  return first.span.role === 'model' ? others : [...others, ...thinking]
}

function sayAnswer({ failed, result, errorCode, errorType, errorCategory }: SpanFacts): string {
  if (!failed) return result?.status === 'found_none' ? 'found nothing' : 'gave the same answer'
  const reason = [errorCode, errorType, errorCategory].find((name) => name !== undefined && !isVague(name))
  return reason === undefined ? 'failed' : `failed (${reason})`
}

/** What no other step can equal in its outcome is no part of a circle: it went well and nobody knows with what. */
function mayBeEqualStep({ role, failed, result, fingerprint }: SpanFacts): boolean {
  if (role !== 'tool' && role !== 'model') return false
  const isKnown = fingerprint !== undefined && result?.fingerprint !== undefined
  return failed || isKnown || result?.status === 'found_none'
}

/** Calls that an agent chose to make; tries of a declared budget are their owner's. */
function isStep({ span, number, budgetId }: Try): boolean {
  return (span.role === 'tool' || span.role === 'model') && number === undefined && budgetId === undefined
}

/** The first row of five or more equal steps; a call of another tool, or another outcome, is something new. */
function circleIn(steps: readonly Try[], judged: JudgedRun): Circle | undefined {
  const { loopSteps } = judged.settings
  let start = 0
  let end = 1
  for (; end < steps.length; end++) {
    const earlier = steps[end - 1]
    const later = steps[end]
    if (earlier !== undefined && later !== undefined && isSameStep(earlier, later, judged)) continue
    if (end - start >= loopSteps) break
    start = end
  }
  const [first, ...others] = end - start >= loopSteps ? steps.slice(start, end) : []
  return first === undefined ? undefined : [first, ...others]
}

function isSameStep(earlier: Try, later: Try, { turns, tree }: JudgedRun): boolean {
  const a = earlier.span
  const b = later.span
  if (a.tool !== b.tool || a.model !== b.model || a.failed !== b.failed) return false
  if (a.service !== b.service || !endedBefore(tree, a, b) || turns.wantedByOneTurn(earlier, later))
    return false
  const isAskedAnew = a.role === 'model' ? true : turns.askedBetween(a, b)
  if (isAskedAnew === false) return false
  // In two steps of a program's own they are its items; an agent's steps are known by the model that asked for them.
  if (a.parentSpanId !== b.parentSpanId && !(isAskedAnew === true && areStepsOfAgent(a, b, tree)))
    return false
  const isSameCall = a.fingerprint !== undefined && a.fingerprint === b.fingerprint
  // What a tool does inside itself is a program's loop over its items: each is a question of its own.
  if (!isSameCall && isInsideTool(a, tree)) return false
  if (a.failed) return isSameFailure(a, b, isSameCall)
  if (a.result?.status === 'found_none' && b.result?.status === 'found_none') {
    if (isSameCall) return true
    // Another question that finds nothing either is a circle only where somebody was seen to ask it upon that answer.
    return isAskedAnew === true && isDoubtful(a) && isDoubtful(b) && a.result.reason === b.result.reason
  }
  return isSameCall && looksUp(a) && isSameAnswer(a, b)
}

function isSameAnswer({ result: a }: SpanFacts, { result: b }: SpanFacts): boolean {
  return a?.fingerprint !== undefined && a.fingerprint === b?.fingerprint
}

/** Whoever scrolls, clicks or waits gets the same "ok" each time, and gets on. */
function looksUp({ effect, result, tool }: SpanFacts): boolean {
  if (effect === 'read' || effect === 'write') return effect === 'read'
  if ((result?.count ?? 0) > 0) return true
  // Spans that nobody wrote an effect on have the name alone; a stated "unknown" is believed.
  return effect === undefined && tool !== undefined && looksUpByName(tool)
}

/** Also where what called it is missing: it may have been a tool. */
function isInsideTool(span: SpanFacts, tree: SpanTree): boolean {
  const parent = tree.parentOf(span)
  return parent === undefined ? span.parentSpanId !== undefined : callerOf(span, tree)?.role === 'tool'
}

/** A final none answers its question: the next question is a new one. */
function isDoubtful({ result }: SpanFacts): boolean {
  return result?.reason !== undefined && result.coverage === 'unknown' && (result.scanned ?? 0) === 0
}

/** Whether the same call got another answer in the end, with nothing done between: then it was polling. */
function changesLater(circle: Circle, siblings: readonly Try[], { boundaries }: JudgedRun): boolean {
  const last = circle.at(-1) ?? circle[0]
  const { tool, fingerprint, result, failed } = last.span
  if (fingerprint === undefined || failed) return false
  return siblings.some((other) => {
    const { span } = other
    const isAnotherAnswer =
      span.result?.status !== result?.status || span.result?.fingerprint !== result?.fingerprint
    return (
      span.tool === tool &&
      span.fingerprint === fingerprint &&
      isAnotherAnswer &&
      !boundaries.changedBetween(last, other) &&
      !boundaries.changedBetween(other, circle[0])
    )
  })
}

/** A storm or a reset of the same calls says it already, or that a model's refusal for good was ignored. */
function isToldElsewhere(circle: Circle, judged: JudgedRun): boolean {
  if (isFinalNo(circle[0].span) && isIgnoredRefusal(circle, judged)) return true
  const members = new Set<Try>(circle)
  return judged.inQuestion.some(
    ({ operation, nestedRetries, resets }) =>
      (nestedRetries.length > 0 || resets.length > 0) && operation.tries.some((item) => members.has(item)),
  )
}

/** It is, or will be with the next call: until then nobody is told. */
function isIgnoredRefusal(circle: Circle, judged: JudgedRun): boolean {
  if (!judged.isOver && circle.length <= judged.settings.terminalStarts) return true
  const { span } = circle.at(-1) ?? circle[0]
  return ignoredRefusals(judged).some(({ starts }) => starts.includes(span))
}
