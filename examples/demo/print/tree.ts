import { createPaint, type Paint } from '../../../src/cli/render/paint.ts'
import { printable } from '../../../src/cli/render/printable.ts'
import { ATTR_MCP_METHOD_NAME, ATTR_URL_FULL } from '../../../src/semconv/standard.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { durationOf, factsOf, type SpanFact } from './span-facts.ts'
import { buildTrees, type SpanNode, sizeOf } from './span-tree.ts'

/** A line stands for one span, or in words for several. */
interface Line {
  readonly label: string
  /** Absent for several spans. */
  readonly facts?: readonly SpanFact[]
}

/**
 * The spans as a tree, one line each, from nothing but what they say. Neighbours that say the same are shown once;
 * so is what MCP clients do besides calling tools.
 */
export function renderTree(spans: readonly SpanInput[], { color }: { readonly color: boolean }): string {
  const paint = createPaint(color)
  const lines = linesOf(buildTrees(spans), undefined, '')
  const width = lines.reduce((most, { label, facts }) => Math.max(most, facts ? label.length : 0), 0)
  return lines.map((line) => `${render(line, width, paint)}\n`).join('')
}

function render({ label, facts }: Line, width: number, paint: Paint): string {
  if (facts === undefined) return paint('faint', label)
  const words = facts.map(({ text, look }) => (look === undefined ? text : paint(look, text)))
  return `${label.padEnd(width)}  ${words.join('  ')}`
}

function linesOf(nodes: readonly SpanNode[], parent: SpanInput | undefined, indent: string): Line[] {
  const lines: Line[] = []
  const housekeeping = nodes.filter(isHousekeeping)
  if (housekeeping.length > 0) lines.push({ label: indent + sayHousekeeping(housekeeping) })
  for (const [node, ...others] of alikeInARow(nodes.filter((each) => !isHousekeeping(each)))) {
    lines.push({ label: indent + labelOf(node.span), facts: lineFacts(node.span, parent) })
    lines.push(...linesOf(node.children, node.span, `${indent}  `))
    if (others.length > 0) lines.push({ label: indent + sayOthers(others) })
  }
  return lines
}

function lineFacts(span: SpanInput, parent: SpanInput | undefined): readonly SpanFact[] {
  const { layer, call } = factsOf(span)
  const isRepeated = parent?.name === span.name && call.length > 0 && sayFacts(parent) === sayFacts(span)
  const said: readonly SpanFact[] = isRepeated ? [{ text: 'says the same', look: 'faint' }] : call
  const took: SpanFact = { text: durationOf(span), look: 'faint' }
  return layer === undefined ? [...said, took] : [layer, ...said, took]
}

function sayFacts(span: SpanInput): string {
  return factsOf(span)
    .call.map(({ text }) => text)
    .join('|')
}

type Row = [SpanNode, ...SpanNode[]]

/** Neighbours with one signature, in one row each. */
function alikeInARow(nodes: readonly SpanNode[]): readonly Row[] {
  const rows: Row[] = []
  for (const node of nodes) {
    const row = rows.at(-1)
    if (row !== undefined && signatureOf(row[0]) === signatureOf(node)) row.push(node)
    else rows.push([node])
  }
  return rows
}

/** Two trees with one signature say the same, times aside. */
function signatureOf({ span, children }: SpanNode): string {
  return `${labelOf(span)}|${sayFacts(span)}(${children.map(signatureOf).join('')})`
}

function sayOthers(others: readonly SpanNode[]): string {
  const size = others.reduce((sum, node) => sum + sizeOf(node), 0)
  return `… ${others.length} more like it${size === others.length ? '' : `, ${size} spans in all`}`
}

/** A span by its name; a request also by its path, since its name is only its method. */
function labelOf({ name, attributes }: SpanInput): string {
  const url = attributes[ATTR_URL_FULL]
  const path = typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : undefined
  return printable(path === undefined ? name : `${name} ${path}`)
}

/** Connecting, listing tools, notifying: MCP messages that call no tool, with the requests that carry them. */
function isHousekeeping({ span }: SpanNode): boolean {
  const method = span.attributes[ATTR_MCP_METHOD_NAME]
  return method !== undefined && method !== 'tools/call'
}

function sayHousekeeping(nodes: readonly SpanNode[]): string {
  const counts = new Map<string, number>()
  for (const { span } of nodes) counts.set(span.name, (counts.get(span.name) ?? 0) + 1)
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`))
  const size = nodes.reduce((sum, node) => sum + sizeOf(node), 0)
  return `… ${size} spans of connections: ${printable(names.join(', '))}`
}
