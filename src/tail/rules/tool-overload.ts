import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { byStart } from '../model/span-order.ts'
import { aboutCall, agentOf } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** More tools than this make the choice among them unreliable (requirements 26: over five or six). */
const MAX_TOOLS = 6

/** An agent is offered more tools than it can choose among. */
export const toolOverload: RunRule = Object.freeze({
  id: 'tool-overload',
  summary: 'An agent is offered more than six tools.',
  meaning: 'The more tools there are to choose from, the more often the wrong one is chosen.',
  quietWhen: 'Six tools or fewer; several agents of one run with six each.',
  fix: 'Give each agent the tools of its own task, and hand other tasks to other agents.',
  severities: 'info, once an agent and toolset',
  scope: 'run',
  isCue: isOverloaded,
  check(judged: JudgedRun): readonly Draft[] {
    const seen = new Set<string>()
    return [...judged.tree.spans]
      .filter(isOverloaded)
      .sort((a, b) => judged.tree.ancestorsOf(a).length - judged.tree.ancestorsOf(b).length || byStart(a, b))
      .flatMap((span) => {
        const owner = [span, ...judged.tree.ancestorsOf(span)].find(({ role }) => role === 'agent') ?? span
        const key = `${owner.spanId} ${span.toolsOffered}`
        if (seen.has(key)) return []
        seen.add(key)
        return [draft(span, judged)]
      })
  },
} as const)

function draft(span: SpanFacts, judged: JudgedRun): Draft {
  const agent = agentOf(span, judged) ?? span.name
  return aboutCall(span, judged, {
    severity: 'info',
    summary: `${agent} is offered ${span.toolsOffered} tools`,
    evidence: [{ span, says: `${span.toolsOffered} tools offered` }],
    operation: agent,
    fix: `give ${agent} the tools of its own task only`,
  })
}

function isOverloaded({ toolsOffered }: SpanFacts): boolean {
  return toolsOffered !== undefined && toolsOffered > MAX_TOOLS
}
