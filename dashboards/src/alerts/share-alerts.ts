import { select } from '../promql.ts'
import { IS_ATTEMPT, IS_RETRY, LABEL, SERIES } from '../series.ts'
import { type Alert, label } from './alert.ts'

const EMPTY = `${LABEL.status}="found_none"`

function grownBy(labels: readonly string[], selector: string): string {
  return `sum by (${labels.join(', ')}) (increase(${selector}[30m]))`
}

const BY_TOOL = [LABEL.service, LABEL.tool]
const BY_LAYER = [LABEL.service, LABEL.layer]
const unknownEmpties = grownBy(BY_TOOL, select(SERIES.toolResults, EMPTY, `${LABEL.coverage}="unknown"`))
const empties = grownBy(BY_TOOL, select(SERIES.toolResults, EMPTY))
const retries = grownBy(BY_LAYER, select(SERIES.spanCalls, IS_RETRY))
const attempts = grownBy(BY_LAYER, select(SERIES.spanCalls, IS_ATTEMPT))

/** Alerts on shares. Each asks for enough traffic, so that two calls at night wake nobody. */
export const SHARE_ALERTS: readonly Alert[] = [
  {
    name: 'ToolCoverageUnknown',
    severity: 'warning',
    holdsFor: '15m',
    expr: `${unknownEmpties} / ${empties} > 0.5 and ${empties} >= 5`,
    summary: 'Most empty answers of a tool do not say whether everything was searched.',
    description: `More than half of the empty answers of ${label(LABEL.tool)} to ${label(LABEL.service)} are of unknown coverage.`,
    means: 'An agent cannot tell "there is none" from "I could not look". It will build on either.',
    lookAt: [
      'The dashboard *Answers*, panel *Empty answers by coverage*, filtered by the tool.',
      'A trace of such a call, and what the tool returns there.',
    ],
    todo: [
      'Let the tool say what it searched and what it covered: `foundNone()`, or the success envelope in other languages.',
      'Not your tool: describe its results with `describe` at the client.',
    ],
  },
  {
    name: 'ToolRetryShareHigh',
    severity: 'warning',
    holdsFor: '15m',
    expr: `${retries} / ${attempts} > 0.1 and ${attempts} >= 20`,
    summary: 'More than a tenth of all tries are retries.',
    description: `More than 10 % of the tries of layer ${label(LABEL.layer)} in ${label(LABEL.service)} are retries.`,
    means:
      'A dependency fails often enough that retries are part of the normal load. When it gets worse, retries will make it worse still.',
    lookAt: [
      'The dashboard *Retries and budgets*, panel *Share of retries by layer*.',
      'The dashboard *Tool calls*, panel *Failures by category*: transient, or something that no retry cures?',
    ],
    todo: [
      'Find the dependency and repair it.',
      'Lower the tries of the owner while it lasts.',
      'Validation and permission errors are not worth a retry: let the tool say so with its category.',
    ],
  },
]
