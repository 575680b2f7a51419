import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A `toolspan.*` name between quotes, and where it stands. */
export interface NameInCode {
  readonly name: string
  readonly quote: string
  /** `path:line`, from the root of the repository. */
  readonly place: string
}

/**
 * Every quoted text that starts with `toolspan.` in the TypeScript files of the given folders. Comments count as
 * well: a name between backticks in a comment is a promise to the reader. A name that a template puts together at
 * run time comes out ending in `${`.
 */
export function namesInCode(folders: readonly string[]): readonly NameInCode[] {
  return folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: ROOT }).flatMap((path) =>
      namesIn(readFileSync(join(ROOT, path), 'utf8'), path),
    ),
  )
}

/** The same for the text of one file. */
export function namesIn(text: string, path: string): readonly NameInCode[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/(?<quote>['"`])(?<name>toolspan\.(?:[\w.-]|\$\{)+)/g)].map((match) => ({
      name: match.groups?.name ?? '',
      quote: match.groups?.quote ?? '',
      place: `${path}:${index + 1}`,
    })),
  )
}
