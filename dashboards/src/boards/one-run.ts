import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
} from '../../../src/semconv/attributes/finding.ts'
import { board } from '../board.ts'
import {
  FROM_SERVICE,
  JAEGER,
  jaegerAddressVariable,
  judgeVariable,
  OF_SERVICE,
  ruleVariable,
  serviceVariable,
  traceVariable,
} from '../datasources.ts'
import { jaegerTrace, TracesPanelBuilder } from '../jaeger.ts'
import { countTable, traceTable } from '../panels.ts'
import { eventsInRange, select } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'

/** From a finding to the trace that shows it. */
export const oneRunBoard = () =>
  board({
    name: 'one-run',
    title: 'Toolspan: One run',
    description:
      'From a finding to the trace that shows it: tables of findings from Jaeger, the trace, the tools of the run.',
    variables: [serviceVariable(), judgeVariable(), ruleVariable(), traceVariable(), jaegerAddressVariable()],
    rows: [
      {
        title: 'Findings',
        panels: [
          traceTable({
            title: 'Critical findings',
            description:
              'Traces in which the judge found something critical. Click a trace to see it below, or open it in Jaeger; the bar "finding …" lasts as long as the trouble.',
            service: '$judge',
            tags: { [ATTR_TOOLSPAN_FINDING_SEVERITY]: 'critical' },
          }),
          traceTable({
            title: 'Findings of the rule $rule',
            description:
              'Traces in which this rule fired. Pick another rule above. The attributes of the finding say what happened, how often, and what to change.',
            service: '$judge',
            tags: { [ATTR_TOOLSPAN_FINDING_RULE]: '$rule' },
          }),
        ],
      },
      {
        title: 'The trace',
        panels: [
          new TracesPanelBuilder()
            .title('Trace $trace_id')
            .description(
              'Empty until a trace is picked above or its id is entered. Open the finding, follow its links to the tries, and read toolspan.finding.fix.',
            )
            .datasource(JAEGER)
            .span(24)
            .height(20)
            .withTarget(jaegerTrace('$trace_id')),
        ],
      },
      {
        title: 'Tools offered and used',
        panels: [
          countTable({
            title: 'Tools used',
            description:
              'What the chosen services called in the time shown. A tool that is offered and never used only costs room in the context: take it away.',
            expr: eventsInRange([LABEL.service, LABEL.tool], select(SERIES.toolResults, OF_SERVICE)),
            columns: { [LABEL.service]: 'Service', [LABEL.tool]: 'Tool' },
            number: 'Calls',
          }),
          countTable({
            title: 'Agents that are offered too many tools',
            description:
              'Findings of tool-overload. The finding says how many tools the agent was offered and the limit: split the agent, or offer fewer.',
            expr: eventsInRange(
              [LABEL.originService, LABEL.severity],
              select(SERIES.findings, FROM_SERVICE, `${LABEL.rule}="tool-overload"`),
            ),
            columns: { [LABEL.originService]: 'Service', [LABEL.severity]: 'Severity' },
            number: 'Findings',
          }),
        ],
      },
    ],
  })
