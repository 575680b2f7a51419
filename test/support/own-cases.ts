import { readdirSync, readFileSync } from 'node:fs'
import type { TraceCase } from './trace-cases.ts'

/** A case of our own: one made up for a rule lies in the folder of that rule. */
export interface OwnCase extends TraceCase {
  /** The rule that it was made up for; undefined for those about empties, storms and resets at large. */
  readonly of: string | undefined
}

const FOLDER = new URL('../cases/own/', import.meta.url)

/** Every trace case of our own, in order of file name. */
export function loadOwnCases(): OwnCase[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.case.json'))
    .sort()
    .map((file) => {
      const [folder, name] = file.split('/')
      const testCase: TraceCase = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
      return { ...testCase, of: name === undefined ? undefined : folder }
    })
}
