import { board } from '../board.ts'
import {
  FROM_SERVICE,
  jaegerAddressVariable,
  OF_SERVICE,
  OF_TOOL,
  serviceVariable,
  toolVariable,
} from '../datasources.ts'
import { chart, countTable } from '../panels.ts'
import { eventsInRange, eventsOverTime, rateBy, select, share } from '../promql.ts'
import { LABEL, SERIES } from '../series.ts'

const results = (...matchers: readonly string[]) =>
  select(SERIES.toolResults, OF_SERVICE, OF_TOOL, ...matchers)
const findings = (rules: readonly string[]) =>
  select(SERIES.findings, FROM_SERVICE, OF_TOOL, `${LABEL.rule}=~"${rules.join('|')}"`)
const EMPTY = `${LABEL.status}="found_none"`
const STALE = `${LABEL.freshness}="stale"`
const BY_CALL = [LABEL.originService, LABEL.tool]
const CALL = `{{${LABEL.tool}}} of {{${LABEL.originService}}}`

/** Whether answers may be believed. */
export const answersBoard = () =>
  board({
    name: 'answers',
    title: 'Toolspan: Answers',
    description:
      'Whether answers may be believed: empties and what they searched, stale answers, errors in the clothes of a success, and what was built on them.',
    variables: [serviceVariable(), toolVariable(), jaegerAddressVariable()],
    rows: [
      {
        title: 'Empty answers',
        panels: [
          chart({
            title: 'Empty answers by coverage',
            description:
              'An empty answer of complete coverage is an answer. One of unknown coverage may be a failure: let the tool say what it searched.',
            unit: 'reqps',
            stacked: true,
            queries: [{ expr: rateBy([LABEL.coverage], results(EMPTY)), legend: `{{${LABEL.coverage}}}` }],
          }),
          chart({
            title: 'Share of empties with unknown coverage',
            runbook: 'ToolCoverageUnknown',
            description:
              'Above the line the alert ToolCoverageUnknown fires. The tool is named: use foundNone() there, or describe its results at the client.',
            unit: 'percentunit',
            limit: 0.5,
            queries: [
              {
                expr: share(
                  rateBy([LABEL.tool], results(EMPTY, `${LABEL.coverage}="unknown"`)),
                  rateBy([LABEL.tool], results(EMPTY)),
                ),
                legend: `{{${LABEL.tool}}}`,
              },
            ],
          }),
          countTable({
            title: 'Empty answers by tool',
            description:
              'Which tool comes back empty most often, and whether it says where it looked. Begin with unknown.',
            expr: eventsInRange([LABEL.tool, LABEL.coverage], results(EMPTY)),
            columns: { [LABEL.tool]: 'Tool', [LABEL.coverage]: 'Coverage' },
            number: 'Empties',
          }),
          chart({
            title: 'Acted on an unconfirmed empty',
            runbook: 'ToolActedOnEmpty',
            description:
              'A write followed an empty answer that nobody had confirmed. Check what each write did: runbook ToolActedOnEmpty.',
            unit: 'short',
            queries: [{ expr: eventsOverTime(BY_CALL, findings(['acted-on-empty'])), legend: CALL }],
          }),
        ],
      },
      {
        title: 'Freshness',
        panels: [
          chart({
            title: 'Answers by freshness',
            description:
              'Since when answers are stale. Look at the lag of the replica, the cache or the index behind the tool.',
            unit: 'reqps',
            stacked: true,
            queries: [{ expr: rateBy([LABEL.freshness], results()), legend: `{{${LABEL.freshness}}}` }],
          }),
          chart({
            title: 'Stale answers by tool',
            runbook: 'ToolStaleAnswers',
            description:
              'Which tool answers with data older than it may. Repair its source, or raise its allowed age in toolspan.yaml.',
            unit: 'reqps',
            queries: [{ expr: rateBy([LABEL.tool], results(STALE)), legend: `{{${LABEL.tool}}}` }],
          }),
        ],
      },
      {
        title: 'Errors that look like answers',
        panels: [
          chart({
            title: 'Errors presented as answers',
            description:
              'A failure came back as a success, as an empty, or as a part that claims to be the whole. Set isError in the tool, or state the gap.',
            unit: 'short',
            stacked: true,
            queries: [
              {
                expr: eventsOverTime(
                  [LABEL.rule],
                  findings(['error-as-success', 'swallowed-error', 'partial-as-complete', 'views-disagree']),
                ),
                legend: `{{${LABEL.rule}}}`,
              },
            ],
          }),
          countTable({
            title: 'Findings about answers',
            description:
              'Which tool of which service to change. toolspan explain RULE says how; One run shows the traces.',
            expr: eventsInRange(
              [LABEL.rule, ...BY_CALL],
              findings([
                'empty-unknown-coverage',
                'stale-answer',
                'error-as-success',
                'swallowed-error',
                'partial-as-complete',
                'views-disagree',
                'acted-on-empty',
                'evidence-lost',
                'category-lost',
              ]),
            ),
            columns: { [LABEL.rule]: 'Rule', [LABEL.originService]: 'Service', [LABEL.tool]: 'Tool' },
            number: 'Findings',
          }),
        ],
      },
    ],
  })
