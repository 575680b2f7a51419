import * as z from 'zod'
import { SETTING_WORDS, type SettingWords } from './setting-words.ts'
import { settingsSchema, settingWords } from './settings.ts'

/** One key of `toolspan.yaml`, as people write it, with what they are told of it. */
export interface ListedSetting {
  /** Such as `thresholds.loopSteps` or `tools.<tool name>.effect`. */
  readonly path: string
  readonly words: SettingWords & { readonly expected: string }
}

/** Every key that there is, in the order of the schema. Throws for one without words. */
export function listSettings(): readonly ListedSetting[] {
  return settingsIn(settingsSchema, '')
}

/** The keys that a rule reads: their words begin with its name. */
export function settingsOfRule(id: string): readonly ListedSetting[] {
  return listSettings().filter(({ words }) => words.brief.startsWith(`\`${id}\`: `))
}

/** A key with its default, in a few words: `thresholds.loopSteps, default 5 steps`. */
export function sayDefault({ path, words }: ListedSetting): string {
  const unit = /^\d+$/.test(words.default) && words.unit !== undefined ? ` ${words.unit}` : ''
  return `${path}, default ${words.default}${unit}`
}

function settingsIn(schema: unknown, path: string): readonly ListedSetting[] {
  if (schema instanceof z.ZodOptional) return settingsIn(schema.unwrap(), path)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) =>
      settingsIn(inner, path === '' ? key : `${path}.${key}`),
    )
  }
  if (schema instanceof z.ZodRecord) return settingsIn(schema.valueType, `${path}.<${nameOfKey(path)}>`)
  if (schema instanceof z.ZodArray) return settingsIn(schema.element, `${path}[]`)
  const kind = schema instanceof z.ZodType ? settingWords.get(schema) : undefined
  const words = SETTING_WORDS[path]
  if (kind === undefined || words === undefined) throw new Error(`the setting ${path} has no words`)
  return [{ path, words: { ...kind, ...words } }]
}

function nameOfKey(path: string): string {
  return path === 'rules' ? 'rule id' : 'tool name'
}
