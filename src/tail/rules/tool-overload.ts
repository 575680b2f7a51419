import type { SpanFacts } from '../facts/span-facts.ts'
import { groupBy } from '../model/group-by.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { byStart } from '../model/span-order.ts'
import type { RuleSettings } from '../rule-settings.ts'
import { aboutCall, agentOf } from './draft/about-call.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const toolOverloadPage: RulePage = {
  summary: 'An agent is offered more than six tools.',
  meaning: 'The more tools there are to choose from, the more often the wrong one is chosen.',
  example: 'One agent is offered 14 tools, three of which search.',
  quietWhen: 'Six tools or fewer; several agents of one run with six each.',
  fix: 'Give each agent the tools of its own task, and hand other tasks to other agents.',
  severities: 'info, once an agent and toolset',
}

/** An agent is offered more tools than it can choose among. */
export const toolOverload: RunRule = Object.freeze({
  id: 'tool-overload',
  scope: 'run',
  isCue: isOverloaded,
  check(judged: JudgedRun): readonly Draft[] {
    const overloaded = judged.tree.spans.filter((span) => isOverloaded(span, judged.settings))
    const sets = groupBy(overloaded, (span) => {
      const { agent, holder } = ownerOf(span, judged)
      return `${span.service} ${agent ?? holder.name} ${span.toolsOffered}`
    })
    return sets.flatMap((spans) => draft(spans, judged) ?? [])
  },
} as const)

const isAgent = ({ role }: SpanFacts): boolean => role === 'agent'

/** The agent that is offered the tools; without one, whoever asks the model. */
function ownerOf(span: SpanFacts, judged: JudgedRun) {
  const holder = isAgent(span) ? span : (judged.tree.findAbove(span, isAgent) ?? span)
  return { agent: agentOf(span, judged), holder }
}

function draft(spans: readonly SpanFacts[], judged: JudgedRun): Draft | undefined {
  const { tree } = judged
  // The agent's own span speaks where it has one; what ended first is known first, and does not change.
  const [anchor] = [...spans].sort((a, b) => tree.depthOf(a) - tree.depthOf(b) || byStart(a, b))
  const [first] = [...spans].sort((a, b) => endOf(a) - endOf(b) || byStart(a, b))
  if (anchor === undefined || first === undefined) return undefined
  const { agent = anchor.name } = ownerOf(anchor, judged)
  const { maxToolsOffered } = judged.settings
  return aboutCall(anchor, judged, {
    severity: 'info',
    first,
    summary: `${agent} is offered ${anchor.toolsOffered} tools; more than ${maxToolsOffered} make the choice unreliable`,
    evidence: [{ span: anchor, says: `${anchor.toolsOffered} tools offered` }],
    operation: agent,
    once: `${anchor.service} ${agent} ${anchor.toolsOffered}`,
    fix: `give ${agent} only the tools of its own task, ${maxToolsOffered} at most`,
  })
}

const endOf = ({ endMs }: SpanFacts): number => endMs ?? Number.MAX_VALUE

function isOverloaded({ toolsOffered }: SpanFacts, { maxToolsOffered }: RuleSettings): boolean {
  return toolsOffered !== undefined && toolsOffered > maxToolsOffered
}
