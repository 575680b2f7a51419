import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { Emitter } from '../../src/semconv/declaration.ts'
import { ATTRIBUTES } from './declared-names.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where the code of an emitter begins. What an application sets is in no code of ours. */
const ENTRIES: Readonly<Record<Exclude<Emitter, 'application'>, string>> = {
  trace_tool: 'src/instrument/trace-tool.ts',
  mcp_client: 'src/instrument/mcp-client.ts',
  mcp_server: 'src/instrument/mcp-server.ts',
  recover: 'src/budget/recover.ts',
  processor: 'src/tail/processor.ts',
  tail: 'src/service/run-tail.ts',
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** A file and all that it imports for use at run time, outside the declarations. */
function roomOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || path.startsWith('src/semconv/')) return seen
  seen.add(path)
  for (const [, name] of textOf(path).matchAll(/^(?:import|export)(?! type)[^;']*?from '(\.[^']+)'/gm)) {
    roomOf(relative(ROOT, join(ROOT, dirname(path), name ?? '')), seen)
  }
  return seen
}

/** The constant of a name. */
const constantOf = (name: string): string => `ATTR_${name.toUpperCase().replaceAll('.', '_')}`

test.each(Object.entries(ENTRIES))(
  'what is declared to be set by %s is used in its code',
  (emitter, entry) => {
    const room = [...roomOf(entry)].map(textOf).join('\n')
    const unused = ATTRIBUTES.filter(({ setBy }) => setBy.includes(emitter as Emitter))
      .map(({ name }) => constantOf(name))
      .filter((constant) => !new RegExp(`\\b${constant}\\b`).test(room))
    expect(unused).toEqual([])
  },
)
