import { globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileSource, type Source, sourceFault, standardInput } from './source.ts'

/** What is wrong with an argument that should name inputs. */
export type InputProblem = (name: string, message: string) => void

/**
 * The sources that an argument names: a file, `-` for standard input, a folder for every file in it and below, or a
 * pattern. Hidden files of a folder are left out. What names nothing is told.
 */
export function sourcesOf(argument: string, problem: InputProblem): readonly Source[] {
  if (argument === '-') return [standardInput()]
  try {
    const stats = statSync(argument)
    if (!stats.isDirectory()) return [fileSource(argument, stats.isFile() ? stats.size : undefined)]
    return filesBelow(argument, problem)
  } catch (error) {
    const isPattern = /[*?[{]/.test(argument)
    if (!isPattern) problem(argument, sourceFault(error))
    return isPattern ? filesMatching(argument, problem) : []
  }
}

function filesBelow(folder: string, problem: InputProblem): readonly Source[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isHidden(path.slice(folder.length)))
    .sort()
  if (files.length === 0) problem(folder, 'is a folder without files')
  return files.map((path) => fileSource(path, statSync(path).size))
}

function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith('.'))
}

function filesMatching(pattern: string, problem: InputProblem): readonly Source[] {
  const files = globSync(pattern)
    .filter((path) => statSync(path).isFile())
    .sort()
  if (files.length === 0) problem(pattern, 'matches no file')
  return files.map((path) => fileSource(path, statSync(path).size))
}
