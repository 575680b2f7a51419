import type { Attributes } from '@opentelemetry/api'
import * as names from '../../semconv/attributes/finding.ts'
import { ATTR_GEN_AI_AGENT_NAME, ATTR_GEN_AI_TOOL_NAME } from '../../semconv/standard.ts'
import type { Finding } from './finding.ts'

/** The attributes of a finding: the same on span and log record. */
export function findingAttributes(finding: Finding): Attributes {
  const attributes: Attributes = {
    [names.ATTR_TOOLSPAN_FINDING_ID]: finding.id,
    [names.ATTR_TOOLSPAN_FINDING_RULE]: finding.rule,
    [names.ATTR_TOOLSPAN_FINDING_SEVERITY]: finding.severity,
    [names.ATTR_TOOLSPAN_FINDING_STATE]: finding.state,
    [names.ATTR_TOOLSPAN_FINDING_SUMMARY]: finding.summary,
    [names.ATTR_TOOLSPAN_FINDING_OPERATION]: finding.operation,
    [names.ATTR_TOOLSPAN_FINDING_BASIS]: finding.basis,
    [names.ATTR_TOOLSPAN_FINDING_COMPLETE]: finding.complete,
    [names.ATTR_TOOLSPAN_FINDING_RUNBOOK]: finding.runbook,
    [names.ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME]: finding.origin.service,
  }
  const optional = {
    [names.ATTR_TOOLSPAN_FINDING_RECOVERED]: finding.recovered,
    [names.ATTR_TOOLSPAN_FINDING_FIX]: finding.fix,
    [names.ATTR_TOOLSPAN_FINDING_ATTEMPTS]: finding.attempts,
    [names.ATTR_TOOLSPAN_FINDING_LAYERS]: finding.layers?.length,
    [names.ATTR_TOOLSPAN_FINDING_AMPLIFICATION]: finding.amplification,
    [names.ATTR_TOOLSPAN_FINDING_REQUESTS]: finding.requests,
    [names.ATTR_TOOLSPAN_FINDING_RESETS]: finding.resets,
    [names.ATTR_TOOLSPAN_FINDING_WASTED_MS]: finding.wastedMs,
    [names.ATTR_TOOLSPAN_FINDING_WASTED_TOKENS]: finding.wastedTokens,
    [ATTR_GEN_AI_AGENT_NAME]: finding.origin.agent,
    [ATTR_GEN_AI_TOOL_NAME]: finding.origin.tool,
  }
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) attributes[name] = value
  return attributes
}
