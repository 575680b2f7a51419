import * as z from 'zod'
import { SEVERITIES } from '../semconv/attributes/finding.ts'
import { TOOL_EFFECTS } from '../semconv/attributes/tool.ts'
import { DEFAULT_RULE_SETTINGS } from '../tail/rule-settings.ts'
import { RULES } from '../tail/rules/index.ts'

/** What people are told of a setting, in messages and in docs/config.md. */
export interface SettingWords {
  /** What it has to be, in words that follow "expected". */
  readonly expected: string
  readonly brief: string
  readonly unit?: string
  readonly default: string
  readonly example?: string
}

/** The words of the settings, by schema. */
export const settingWords = z.registry<SettingWords>()

/** The rules by name: a rule that is added needs no change here. */
export const RULE_IDS = RULES.map(({ id }) => id)
const RULE_SETTINGS = ['off', ...SEVERITIES] as const

function wholeNumber(least: number, words: Omit<SettingWords, 'expected'>) {
  return z
    .int()
    .min(least)
    .register(settingWords, { ...words, expected: `a whole number of at least ${least}` })
    .optional()
}

function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  words: Omit<SettingWords, 'expected'>,
) {
  return z.enum(values).register(settingWords, { ...words, expected: `one of ${values.join(', ')}` })
}

function text(words: Omit<SettingWords, 'expected'>) {
  return z
    .string()
    .refine((value) => value.trim() !== '')
    .register(settingWords, { ...words, expected: 'a text that is not empty' })
}

const rule = oneOf(RULE_IDS as [string, ...string[]], {
  brief: 'The rule whose findings are muted.',
  default: 'required',
})

const thresholds = z.strictObject({
  loopSteps: wholeNumber(2, {
    brief: '`no-progress-loop`: so many equal steps in a row are a circle.',
    unit: 'steps',
    default: String(DEFAULT_RULE_SETTINGS.loopSteps),
  }),
  maxToolsOffered: wholeNumber(1, {
    brief: '`tool-overload`: an agent may be offered so many tools.',
    unit: 'tools',
    default: String(DEFAULT_RULE_SETTINGS.maxToolsOffered),
  }),
  terminalStarts: wholeNumber(1, {
    brief: '`terminal-ignored`: so many calls started after a final no are no coincidence.',
    unit: 'calls',
    default: String(DEFAULT_RULE_SETTINGS.terminalStarts),
  }),
  newQuestionMs: wholeNumber(0, {
    brief: '`retried-empty`: a question that is asked again after this long is a new one.',
    unit: 'ms',
    default: String(DEFAULT_RULE_SETTINGS.newQuestionMs),
  }),
  httpIdleWindowMs: wholeNumber(5000, {
    brief: '`unbounded-call`: a call over HTTP without a known timer may give no sign of life for so long.',
    unit: 'ms',
    default: `${DEFAULT_RULE_SETTINGS.httpIdleWindowMs} (5 minutes)`,
  }),
  idleWindowMs: wholeNumber(5000, {
    brief: '`unbounded-call`: the same for every other call.',
    unit: 'ms',
    default: `${DEFAULT_RULE_SETTINGS.idleWindowMs} (30 minutes)`,
  }),
})

const tool = z.strictObject({
  effect: oneOf(TOOL_EFFECTS, {
    brief: 'Whether a call changes something. It goes before what spans say.',
    default: 'what the spans say',
    example: 'read',
  }).optional(),
  idempotent: z
    .boolean()
    .register(settingWords, {
      brief: 'Whether a second equal call changes nothing more. It goes before what spans say.',
      expected: 'true or false',
      default: 'what the spans say',
      example: 'true',
    })
    .optional(),
  maxAgeMs: wholeNumber(0, {
    brief:
      '`stale-answer`: how old an answer may be, where its age is known. It goes before what spans allow.',
    unit: 'ms',
    default: 'what the spans say',
    example: '60000',
  }),
})

const mute = z.strictObject({
  rule,
  tool: text({ brief: 'Only findings about this tool.', default: 'any tool' }).optional(),
  service: text({ brief: 'Only findings about calls of this service.', default: 'any service' }).optional(),
  reason: text({ brief: 'Why nobody has to look at them.', default: 'required' }),
  until: z.iso.date().register(settingWords, {
    brief: 'The last day (UTC) on which they are muted. From then on the mute is told of and does nothing.',
    expected: 'a day such as 2026-12-31',
    default: 'required',
  }),
})

/** The settings of rules, tools and mutes. The same for the command line, the tail service and the processor. */
export const settingsSchema = z.strictObject({
  thresholds: thresholds.optional(),
  tools: z.record(z.string().min(1), tool).optional(),
  rules: z
    .partialRecord(
      z.enum(RULE_IDS as [string, ...string[]]),
      oneOf(RULE_SETTINGS, {
        brief: '`off` takes the rule away; a severity takes the place of its own.',
        default: 'its own severities',
        example: 'info',
      }),
    )
    .optional(),
  mutes: z.array(mute).optional(),
})

/** What `toolspan.yaml` holds, and the option `settings` of the processor. */
export type ToolspanSettings = z.infer<typeof settingsSchema>
