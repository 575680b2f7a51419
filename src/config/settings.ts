import * as z from 'zod'
import { SEVERITIES } from '../semconv/attributes/finding.ts'
import { TOOL_EFFECTS } from '../semconv/attributes/tool.ts'
import { RULES } from '../tail/rules/index.ts'

/** What a setting has to be, in words that follow "expected". What else there is to say of it: setting-words.ts. */
export const settingWords = z.registry<{ readonly expected: string }>()

/** The rules by name: a rule that is added needs no change here. */
export const RULE_IDS = RULES.map(({ id }) => id)
const RULE_SETTINGS = ['off', ...SEVERITIES] as const

function wholeNumber(least: number) {
  return z
    .int()
    .min(least)
    .register(settingWords, { expected: `a whole number of at least ${least}` })
    .optional()
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).register(settingWords, { expected: `one of ${values.join(', ')}` })
}

function text() {
  return z
    .string()
    .refine((value) => value.trim() !== '')
    .register(settingWords, { expected: 'a text that is not empty' })
}

const thresholds = z.strictObject({
  loopSteps: wholeNumber(2),
  maxToolsOffered: wholeNumber(1),
  terminalStarts: wholeNumber(1),
  newQuestionMs: wholeNumber(0),
  httpIdleWindowMs: wholeNumber(5000),
  idleWindowMs: wholeNumber(5000),
})

const tool = z.strictObject({
  effect: oneOf(TOOL_EFFECTS).optional(),
  idempotent: z.boolean().register(settingWords, { expected: 'true or false' }).optional(),
  maxAgeMs: wholeNumber(0),
})

const mute = z.strictObject({
  rule: oneOf(RULE_IDS as [string, ...string[]]),
  tool: text().optional(),
  service: text().optional(),
  reason: text(),
  until: z.iso.date().register(settingWords, { expected: 'a day such as 2026-12-31' }),
})

/** The settings of rules, tools and mutes. The same for the command line, the tail service and the processor. */
export const settingsSchema = z.strictObject({
  thresholds: thresholds.optional(),
  tools: z.record(z.string().min(1), tool).optional(),
  rules: z.partialRecord(z.enum(RULE_IDS as [string, ...string[]]), oneOf(RULE_SETTINGS)).optional(),
  mutes: z.array(mute).optional(),
})

/** What `toolspan.yaml` holds, and the option `settings` of the processor. */
export type ToolspanSettings = z.infer<typeof settingsSchema>
