import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** What a query says, as far as the checks of dashboards and alerts ask. */
export interface ReadQuery {
  /** Where the syntax is broken. */
  readonly errors: readonly string[]
  readonly metrics: readonly string[]
  /** Labels in matchers, in groupings and in joins. */
  readonly labels: readonly string[]
  /** Each selector with the functions around it, innermost first. */
  readonly selectors: readonly ReadSelector[]
}

export interface ReadSelector {
  readonly metric: string
  readonly matchers: readonly string[]
  readonly functions: readonly string[]
  /** The range, such as `10m` or `$__rate_interval`; empty for an instant selector. */
  readonly range: string
}

/** Durations that stand for Grafana's variables while a query is parsed. */
const STAND_INS: readonly (readonly [string, string])[] = [
  ['$__rate_interval', '311s'],
  ['$__interval', '313s'],
  ['$__range', '317s'],
]

/** Reads a query. Grafana's variables may stand where it would put them in. */
export function readPromQL(query: string): ReadQuery {
  const text = STAND_INS.reduce((done, [variable, duration]) => done.replaceAll(variable, duration), query)
  const errors: string[] = []
  const selectors: ReadSelector[] = []
  const labels = new Set<string>()
  parser.parse(text).iterate({
    enter({ node, from }) {
      if (node.type.isError) errors.push(`${query} at ${from}`)
      if (node.name === 'LabelName') labels.add(text.slice(node.from, node.to))
      if (node.name === 'VectorSelector') selectors.push(selectorOf(node, text))
    },
  })
  return {
    errors,
    selectors,
    labels: [...labels],
    metrics: [...new Set(selectors.map(({ metric }) => metric))],
  }
}

function selectorOf(node: SyntaxNode, text: string): ReadSelector {
  const named = node.getChild('Identifier')
  const matchers = node.getChild('LabelMatchers')
  const functions: string[] = []
  let range = ''
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above.name === 'MatrixSelector') {
      const written = text.slice(node.to, above.to).match(/\[(?<range>[^\]]*)\]/)?.groups?.range ?? ''
      range = STAND_INS.find(([, duration]) => duration === written)?.[0] ?? written
    }
    const called = above.getChild('FunctionIdentifier')
    if (above.name === 'FunctionCall' && called !== null) functions.push(text.slice(called.from, called.to))
  }
  return {
    metric: named === null ? '' : text.slice(named.from, named.to),
    matchers: matchers === null ? [] : childrenOf(matchers).map((child) => text.slice(child.from, child.to)),
    functions,
    range,
  }
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name.endsWith('LabelMatcher')) children.push(child)
  return children
}
