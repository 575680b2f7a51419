import type { DocsRow } from '../../src/outcome/docs-row.ts'
import { ERROR_FAMILIES, LAST_FAMILIES } from '../../src/outcome/errors/index.ts'
import { ERROR_ROWS } from '../../src/outcome/errors/rows.ts'
import { MARKS } from '../../src/outcome/marks/index.ts'
import { MARK_ROWS } from '../../src/outcome/marks/rows.ts'
import { SHAPES } from '../../src/outcome/shapes/index.ts'
import { SHAPE_ROWS } from '../../src/outcome/shapes/rows.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

interface Entry {
  readonly id: string
}

const INTRODUCTION = `# Shapes, marks and error families

How Toolspan tells what a result or an error meant, in the order in which it asks. What nothing states stays
\`unknown\`. [outcomes.md](outcomes.md) says what to return so that nothing has to be guessed, and how to add shapes of
your own.`

const SHAPES_WORDS = `## Shapes

A result has one shape: the first that matches decides its status. What a result states comes before what is inferred,
errors come before empties, and something found is what remains.`

const MARKS_WORDS = `## Marks

A result that is no failure can carry any number of marks. They say how much was covered and how old it is, and never
change the status. What an envelope declares is left as it is.`

const FAMILIES_WORDS = `## Error families

A thrown error belongs to the first family that knows it, or one of its causes. The last ones are asked only when no
other knew it.`

/** docs/shapes.md: one row for each shape, mark and error family. */
export function shapesPage(): Page {
  const content = [
    `<!-- ${GENERATED_MARKER} -->`,
    INTRODUCTION,
    SHAPES_WORDS,
    table(SHAPES, SHAPE_ROWS),
    MARKS_WORDS,
    table(MARKS, MARK_ROWS),
    FAMILIES_WORDS,
    table([...ERROR_FAMILIES, ...LAST_FAMILIES], ERROR_ROWS),
  ].join('\n\n')
  return { path: 'docs/shapes.md', content: `${content}\n` }
}

/** Throws for an entry without a row. */
function table(entries: readonly Entry[], rows: Readonly<Record<string, DocsRow>>): string {
  return markdownTable(
    ['Id', 'Matches', 'Means'],
    entries.map(({ id }) => {
      const row = rows[id]
      if (row === undefined) throw new Error(`${id} has no row for docs/shapes.md`)
      return [`\`${id}\``, row.matches, row.means]
    }),
  )
}
