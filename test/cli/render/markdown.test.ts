import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../src/cli/render/markdown.ts'
import { findingOf, fullFinding } from '../../support/finding.ts'

test('findings are a table and then a section each, the worst first', async () => {
  const findings = [findingOf(), fullFinding()]
  await expect(renderMarkdown({ traces: 2, spans: 40, findings })).toMatchFileSnapshot('findings.md.golden')
})

test('no findings are one title and what was looked at', () => {
  const notShown = { muted: 1, known: 2, belowSeverity: 0 }
  expect(renderMarkdown({ traces: 1, spans: 9, findings: [], notShown })).toBe(
    '# Toolspan: no findings\n\nno findings in 1 trace, 9 spans; not shown: 1 muted, 2 in the baseline.\n',
  )
})

test('text of spans shows as itself: no markup, no HTML, no calling of people', () => {
  const summary =
    '# <img src=x onerror=alert(1)> | [link](http://x) `code` *b* _i_ @team ~~s~~ &amp; \u001b[2J\n- item'
  const page = renderMarkdown({ traces: 1, spans: 1, findings: [findingOf({ summary })] })
  expect(page).not.toMatch(/<img|@team|(?<!\\)\[link|(?<!\\)`code/)
  expect(page).not.toContain('\u001b')
  expect(page).toContain('\\# &#60;img src=x onerror=alert(1)&#62; \\| \\[link\\]')
})

test.each(['- item', '+ item', '1. item', '# title', '> quote'])(
  '%j at the start of a line is a text',
  (summary) => {
    const page = renderMarkdown({ traces: 1, spans: 1, findings: [findingOf({ summary })] })
    expect(page).not.toContain(`\n${summary}`)
  },
)

test('whatever the texts are, the tables keep their columns', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const page = renderMarkdown({
        traces: 1,
        spans: 1,
        findings: [findingOf({ summary: text, operation: text })],
      })
      const rows = page.split('\n').filter((line) => line.startsWith('| 1 |'))
      expect(rows).toHaveLength(1)
      expect(rows[0]?.match(/(?<!\\)\|/g)).toHaveLength(7)
    }),
  )
})
