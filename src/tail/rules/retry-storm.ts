import type { SpanFacts } from '../facts/span-facts.ts'
import { weakestBasis } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { LayerOfBudgets } from '../model/layer.ts'
import type { Operation } from '../model/operation.ts'
import { sortByStart } from '../model/order.ts'
import { byStart } from '../model/span-order.ts'
import type { Try } from '../model/try.ts'
import { titleOf } from './draft/about-operation.ts'
import { describeLayer } from './draft/layers.ts'
import { nameOfOwner, settingToStop } from './draft/owner.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const retryStormPage: RulePage = {
  summary: 'Two or more nested layers retried one operation, so that their tries multiply.',
  meaning:
    'One call of the agent becomes the product of all retry settings on its way: load on a dependency that is already in trouble, time, and tokens.',
  example:
    'The agent asks three times, the handler tries each of those three times, the HTTP client each of those: 27 requests for one look-up.',
  quietWhen: 'One layer retries alone, however often inside its budget.',
  fix: 'Let one owner retry. Switch the retries of the others off, or wrap them in recover(), which inherits what is left.',
  severities: 'critical while unrecovered or going on; warning when recovered',
}

/** Several layers retried inside one another, so that their tries multiply. */
export const retryStorm: OperationRule = Object.freeze({
  id: 'retry-storm',
  scope: 'operation',
  isCue: (span: SpanFacts) => span.failed,
  check(judged: JudgedOperation): readonly Draft[] {
    const storming = innermostByDepth(judged.nestedRetries)
    const outermost = storming[0]
    const innermost = storming.at(-1)
    if (outermost === undefined || innermost === undefined || storming.length < 2) return []
    const { tree } = judged.run
    const tries = sortByStart(tree, [...outermost.tries])
    const attempts = innermost.tries.length
    const [firstTry] = tries
    if (firstTry === undefined) return []
    const root = tree.enclosing(spansOf(storming))
    const anchor = root ?? firstTry.span
    const requests = countRequests(judged.operation)
    // The first try was right to make. What a later one that failed holds was wasted with it.
    const inVain = tries.slice(1).filter((item) => item.failed && item.span.endMs !== undefined)
    return [
      {
        severity: judged.hasRecovered === true ? 'warning' : 'critical',
        summary: `${attempts} tries of ${titleOf(judged)}: ${listed(storming.map((layer) => sayLayer(layer, anchor.service)))} retried inside one another, up to ${sayProduct(storming, attempts)}; ${sayEnd(judged)}`,
        anchor,
        first: firstToEnd(judged.operation.tries) ?? firstTry.span,
        evidence: tries.map((item, index) => ({ span: item.span, says: sayTry(outermost, item, index) })),
        encloser: tree.enclosing(judged.operation.outermost.map((item) => item.span)),
        operation: judged.name,
        basis: weakestBasis(storming.flatMap((layer) => layer.budgets)),
        complete: judged.isComplete,
        isPlaced: judged.isPlaced,
        recovered: judged.hasRecovered,
        fix: sayFix(storming),
        tool: judged.tool,
        agent: judged.agent,
        attempts,
        layers: storming.map(describeLayer),
        amplification: Math.round((attempts / innermost.mostByOne) * 10) / 10,
        ...(requests > 0 ? { requests } : {}),
        ...wasteOf(
          inVain.map((item) => item.span),
          tree,
        ),
      },
    ]
  },
} as const)

function spansOf(layers: readonly LayerOfBudgets[]): SpanFacts[] {
  const spans: SpanFacts[] = []
  for (const { tries } of layers) for (const { span } of tries) spans.push(span)
  return spans
}

function countRequests({ tries }: Operation): number {
  let requests = 0
  for (const { spans } of tries) for (const { role } of spans) if (role === 'http') requests++
  return requests
}

/** Of several things that one depth retried, the one that was tried most speaks for the depth. */
function innermostByDepth(layers: readonly LayerOfBudgets[]): LayerOfBudgets[] {
  const byDepth = new Map<number, LayerOfBudgets>()
  for (const layer of layers) {
    const known = byDepth.get(layer.depth)
    if (known === undefined || layer.tries.length > known.tries.length) byDepth.set(layer.depth, layer)
  }
  return [...byDepth.values()].sort((a, b) => a.depth - b.depth)
}

/** What is known of a storm first: spans are told of when they end, those that enclose them later. */
function firstToEnd(tries: readonly Try[]): SpanFacts | undefined {
  return tries.reduce<SpanFacts | undefined>(
    (first, { span }) => (first === undefined || endsBefore(span, first) ? span : first),
    undefined,
  )
}

function endsBefore(a: SpanFacts, b: SpanFacts): boolean {
  const endA = a.endMs ?? Number.POSITIVE_INFINITY
  const endB = b.endMs ?? Number.POSITIVE_INFINITY
  return endA === endB ? byStart(a, b) < 0 : endA < endB
}

/** Who retried how often, and in which service, where that is not the one that the finding names. */
function sayLayer(layer: LayerOfBudgets, named: string): string {
  const allowed = layer.budgets[0]?.maxAttempts
  const of = allowed === undefined ? ' tries' : ` of ${allowed} tries`
  const service = layer.tries[0]?.span.service ?? ''
  const isOfOne = layer.tries.every(({ span }) => span.service === service)
  const where = isOfOne && service !== '' && service !== named ? ` in ${service}` : ''
  return `${nameOfOwner(layer)} (${layer.mostByOne}${of}${where})`
}

/**
 * What the layers allow together, by what each declares, else by the most that one of it made. That is for one budget
 * of the outermost layer: where it was begun anew, more was done than the product says.
 */
function sayProduct(layers: readonly LayerOfBudgets[], attempts: number): string {
  const factors = layers.map(({ budgets, mostByOne }) => Math.max(budgets[0]?.maxAttempts ?? 0, mostByOne))
  const product = factors.reduce((all, factor) => all * factor, 1)
  const begun = layers[0]?.budgets.length ?? 1
  const times = attempts > product && begun > 1 ? ` each time, begun ${begun} times` : ''
  return `${factors.join(' × ')} = ${product}${times}`
}

/** `a, b and c`. */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function sayTry(layer: LayerOfBudgets, item: Try, index: number): string {
  const { maxAttempts } = layer.budgets.find((budget) => budget.tries.includes(item)) ?? {}
  const of = maxAttempts === undefined ? '' : ` of ${maxAttempts}`
  return `try ${item.number ?? index + 1}${of} of ${nameOfOwner(layer)}, ${sayResult(item.span, item.failed)}`
}

function sayResult(span: SpanFacts, failed: boolean): string {
  if (span.endMs === undefined) return 'still open'
  return failed ? `failed${span.errorCategory === undefined ? '' : ` (${span.errorCategory})`}` : 'answered'
}

function sayEnd({ hasRecovered }: JudgedOperation): string {
  if (hasRecovered === undefined) return 'it goes on'
  return hasRecovered ? 'it ended well' : 'it failed all the same'
}

/** Whoever declares a budget keeps it: the outermost of those, else the outermost of all. */
function sayFix(layers: readonly LayerOfBudgets[]): string {
  const keep = layers.find(({ budgets }) => budgets[0]?.owner !== undefined) ?? layers[0]
  if (keep === undefined) return ''
  const others = layers.filter((layer) => layer !== keep).map(settingToStop)
  return `let one owner retry: ${listed([`keep ${nameOfOwner(keep)}`, ...others])}`
}
