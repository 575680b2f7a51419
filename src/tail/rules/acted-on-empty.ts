import type { SpanFacts } from '../facts/span-facts.ts'
import { type ByService, someBetween, sortByService } from '../model/between.ts'
import { branchesOf } from '../model/branches.ts'
import { firstFrom } from '../model/first-from.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { endedBefore } from '../model/order.ts'
import { asksPerson } from '../model/person.ts'
import { isRemnant } from '../model/run.ts'
import { byStart, putInOrder } from '../model/span-order.ts'
import { statedIn } from '../model/stated.ts'
import type { SpanTree } from '../model/tree.ts'
import { areOfTwoTurns } from '../model/turn-of.ts'
import { isUnprovenNone } from '../model/unproven-none.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const actedOnEmptyPage: RulePage = {
  summary: 'A state-changing call followed an empty answer of unknown coverage in the same run.',
  meaning:
    'If the search was wrong, what was written is wrong: a duplicate customer, a plan cancelled by mistake.',
  example:
    '`search_customers` found nothing in an index that was being rebuilt. `create_customer` follows, and the customer exists twice.',
  quietWhen:
    'A look-up between the two found something or states its coverage; a user turn or a question to a person lies between; the write came first, was refused, or belongs to an agent that could not know of the answer; nobody says that the call writes (its spans, or `tools` in toolspan.yaml).',
  fix: 'Confirm an empty answer before a write is built on it, or let the search state its coverage.',
  severities: 'warning, for the first write only',
}

/** A write was built on an empty answer that nobody confirmed. */
export const actedOnEmpty: RunRule = Object.freeze({
  id: 'acted-on-empty',
  scope: 'run',
  isCue: isUnprovenNone,
  check(judged: JudgedRun): readonly Draft[] {
    const { tree } = judged
    if (!statedIn(tree).writes) return []
    const calls = putInOrder(
      tree.spans.filter((span) => span.role === 'tool'),
      byStart,
    )
    const empties = calls.filter(
      (span) =>
        isUnprovenNone(span) && !isRemnant(span, judged.run) && !isShownAbove(span, judged, isUnprovenNone),
    )
    if (empties.length === 0) return []
    const emptiesOf = sortByService(empties)
    const looks = sortByService(calls.filter(mayConfirm))
    for (const write of calls.filter((span) => isWrite(span) && !isPartOfWrite(span, tree))) {
      const empty = lastKnownOf(write, emptiesOf, tree)
      if (empty === undefined || areOfTwoTurns(empty, write, tree)) continue
      const isConfirmed = someBetween(looks, empty, write, tree, (look) => confirms(look, empty))
      if (!isConfirmed) return [draft(write, empty, judged)]
    }
    return []
  },
} as const)

function draft(acted: SpanFacts, empty: SpanFacts, judged: JudgedRun): Draft {
  const write = nameOfCall(acted)
  const search = nameOfCall(empty)
  return aboutCall(acted, judged, {
    severity: 'warning',
    summary: `${write} was called after ${search} had found nothing without saying how much it looked at`,
    evidence: [
      { span: acted, says: 'the first write after the empty answer' },
      { span: empty, says: 'found none, coverage unknown' },
    ],
    once: 'the run',
    fix: `let the agent confirm the empty answer of ${search} before ${write}, or let ${search} state its coverage`,
  })
}

/** The last empty answer that whoever made the write can have known of. */
function lastKnownOf(write: SpanFacts, empties: ByService, tree: SpanTree): SpanFacts | undefined {
  let last: SpanFacts | undefined
  for (const [service, spans] of empties) {
    // By the clock of their service; of two services nothing is said.
    let index = service === write.service ? firstFrom(spans, write.startMs + 1) : spans.length
    while (--index >= 0) {
      const span = spans[index]
      if (span === undefined || (last !== undefined && byStart(span, last) < 0)) break
      if (mayKnowOf(write, span, tree)) {
        last = span
        break
      }
    }
  }
  return last
}

/** A write that was refused changed nothing. */
function isWrite({ effect, failed, result }: SpanFacts): boolean {
  return effect === 'write' && !(failed && result?.status === 'failed')
}

/** Another view of a write, or a step of it. */
function isPartOfWrite(span: SpanFacts, tree: SpanTree): boolean {
  return tree.findAbove(span, ({ role, effect }) => role === 'tool' && effect === 'write') !== undefined
}

/**
 * Whether whoever made the write can have known of the answer: what held the answer had ended before what holds the
 * write began. Agents side by side know nothing of each other.
 */
function mayKnowOf(write: SpanFacts, empty: SpanFacts, tree: SpanTree): boolean {
  const [branch, toWrite] = branchesOf(tree, empty, write)
  return branch !== toWrite && endedBefore(tree, branch, toWrite)
}

/** A look-up that found something, one of any tool that says how much it looked at, or a question to a person. */
function mayConfirm(span: SpanFacts): boolean {
  return saysMuch(span) || asksPerson(span)
}

/** What is a find of another tool only confirms nothing about this one. */
function confirms(span: SpanFacts, empty: SpanFacts): boolean {
  return span.tool === empty.tool || span.result?.status !== 'found' || hasCoverage(span) || asksPerson(span)
}

function saysMuch(span: SpanFacts): boolean {
  const { failed, result, effect } = span
  if (failed || result === undefined || effect === 'write' || result.status === 'completed') return false
  return hasCoverage(span) || result.status === 'found'
}

function hasCoverage({ result }: SpanFacts): boolean {
  return result?.coverage === 'complete' || (result?.scanned ?? 0) > 0
}
