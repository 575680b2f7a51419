import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { About } from 'toolspan'

const FOLDER = join(import.meta.dirname, '../../test/cases/handed/results')

/** One of the cases that the tests run: what came back from which tool. */
export interface HandedCase {
  readonly about: About
  readonly input: { readonly result?: unknown; readonly value?: unknown }
}

interface Written {
  readonly tool: { readonly name: string } & Omit<About, 'tool'>
  readonly input: HandedCase['input']
}

export function handedCases(): HandedCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): Written[] => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
    .map(({ tool: { name, ...about }, input }) => ({ about: { tool: name, ...about }, input }))
}
