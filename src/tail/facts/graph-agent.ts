import type { AttributeValue } from './span-input.ts'

const MAX_LENGTH = 16_384
const AGENT_NAME = /"lc_agent_name": ?"([^"\\]{1,128})"/
/** Only spans of the graph's steps have it. */
const STEP = '"langgraph_node"'

/**
 * The name of the agent that a span is the whole run of, by the metadata that LangChain puts on every span of a run as
 * JSON. LangChain marks no span as an agent: it is the one with the agent's name that belongs to no step of its graph.
 */
export function agentOfGraph(metadata: AttributeValue): string | undefined {
  if (typeof metadata !== 'string' || metadata.length > MAX_LENGTH || metadata.includes(STEP))
    return undefined
  return AGENT_NAME.exec(metadata)?.[1]
}
