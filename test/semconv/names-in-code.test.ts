import { expect, test } from 'vitest'
import { DECLARED_NAMES } from './declared-names.ts'
import { type NameInCode, namesIn, namesInCode } from './names-in-code.ts'

/** Instrumentation scopes are named like attributes but are none. */
const SCOPES: ReadonlySet<string> = new Set(['toolspan.findings'])
/** The configuration file of the command line. */
const FILES: ReadonlySet<string> = new Set(['toolspan.yaml'])

function isUndeclared({ name }: NameInCode): boolean {
  return !DECLARED_NAMES.has(name) && !SCOPES.has(name) && !FILES.has(name)
}

test('REQ-41 no code, test or example uses a toolspan name that is not declared', () => {
  const names = namesInCode(['src', 'examples', 'scripts', 'bench', 'dashboards', 'test']).filter(
    ({ place }) => !place.startsWith('test/semconv/'),
  )
  expect(names.filter(isUndeclared)).toEqual([])
})

test('src takes its toolspan names from the constants of src/semconv', () => {
  const literals = namesInCode(['src']).filter(
    ({ name, place }) => !place.startsWith('src/semconv/') && !SCOPES.has(name) && !FILES.has(name),
  )
  // Between backticks a whole name is prose of a comment; one that is put together at run time is not.
  expect(literals.filter(({ name, quote }) => quote !== '`' || name.includes('${'))).toEqual([])
})

test('the scan sees single quotes, double quotes, templates and names put together at run time', () => {
  const text = [
    "span.setAttribute('toolspan.made.up', 1)",
    'span.setAttribute("toolspan.made.up_too", 1)',
    `span.setAttribute(\`toolspan.\${group}.id\`, 1) // see \`toolspan.layer\``,
    "name.startsWith('toolspan.') // toolspan.* needs no declaration",
  ].join('\n')
  expect(namesIn(text, 'a.ts')).toEqual([
    { name: 'toolspan.made.up', quote: "'", place: 'a.ts:1' },
    { name: 'toolspan.made.up_too', quote: '"', place: 'a.ts:2' },
    { name: 'toolspan.${group', quote: '`', place: 'a.ts:3' },
    { name: 'toolspan.layer', quote: '`', place: 'a.ts:3' },
  ])
})
