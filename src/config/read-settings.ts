import type * as z from 'zod'
import { ToolspanError } from '../self/toolspan-error.ts'
import { describeProblem } from './setting-problems.ts'
import { settingsSchema, type ToolspanSettings } from './settings.ts'

/** What is wrong with a setting, and where: `thresholds.loopSteps`. */
export interface SettingProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export type SettingsRead =
  | { readonly settings: ToolspanSettings }
  | { readonly problems: readonly SettingProblem[] }

/** Reads settings that came from outside. Nothing at all means all defaults. */
export function readSettings(value: unknown): SettingsRead {
  const given = value === undefined || value === null ? {} : value
  const read = settingsSchema.safeParse(given)
  if (read.success) return { settings: read.data }
  return { problems: read.error.issues.flatMap((issue: z.core.$ZodIssue) => describeProblem(issue, given)) }
}

/**
 * The settings that `where` was given.
 * @throws ToolspanError `invalid_option`, naming each wrong key with its path
 */
export function expectSettings(where: string, value: unknown): ToolspanSettings {
  const read = readSettings(value)
  if ('settings' in read) return read.settings
  const told = read.problems.map(({ message }) => message).join('; ')
  throw new ToolspanError('invalid_option', `${where}: ${told}`)
}
