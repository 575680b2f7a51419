import { DEFAULT_RULE_SETTINGS } from '../tail/rule-settings.ts'

/** What people read of a setting in docs/config.md and from `toolspan explain`. It stays out of what judges. */
export interface SettingWords {
  readonly brief: string
  readonly unit?: string
  readonly default: string
  readonly example?: string
}

const { loopSteps, maxToolsOffered, terminalStarts, newQuestionMs, httpIdleWindowMs, idleWindowMs } =
  DEFAULT_RULE_SETTINGS

/** By the path of the setting, as people write it. */
export const SETTING_WORDS: Readonly<Record<string, SettingWords>> = {
  'thresholds.loopSteps': {
    brief: '`no-progress-loop`: so many equal steps in a row are a circle.',
    unit: 'steps',
    default: String(loopSteps),
  },
  'thresholds.maxToolsOffered': {
    brief: '`tool-overload`: an agent may be offered so many tools.',
    unit: 'tools',
    default: String(maxToolsOffered),
  },
  'thresholds.terminalStarts': {
    brief: '`terminal-ignored`: so many calls started after a final no are no coincidence.',
    unit: 'calls',
    default: String(terminalStarts),
  },
  'thresholds.newQuestionMs': {
    brief: '`retried-empty`: a question that is asked again after this long is a new one.',
    unit: 'ms',
    default: String(newQuestionMs),
  },
  'thresholds.httpIdleWindowMs': {
    brief: '`unbounded-call`: a call over HTTP without a known timer may give no sign of life for so long.',
    unit: 'ms',
    default: `${httpIdleWindowMs} (5 minutes)`,
  },
  'thresholds.idleWindowMs': {
    brief: '`unbounded-call`: the same for every other call.',
    unit: 'ms',
    default: `${idleWindowMs} (30 minutes)`,
  },
  'tools.<tool name>.effect': {
    brief: 'Whether a call changes something. It goes before what spans say.',
    default: 'what the spans say',
    example: 'read',
  },
  'tools.<tool name>.idempotent': {
    brief: 'Whether a second equal call changes nothing more. It goes before what spans say.',
    default: 'what the spans say',
    example: 'true',
  },
  'tools.<tool name>.maxAgeMs': {
    brief:
      '`stale-answer`: how old an answer may be, where its age is known. It goes before what spans allow.',
    unit: 'ms',
    default: 'what the spans say',
    example: '60000',
  },
  'rules.<rule id>': {
    brief: '`off` takes the rule away; a severity takes the place of its own.',
    default: 'its own severities',
    example: 'info',
  },
  'mutes[].rule': { brief: 'The rule whose findings are muted.', default: 'required' },
  'mutes[].tool': { brief: 'Only findings about this tool.', default: 'any tool' },
  'mutes[].service': { brief: 'Only findings about calls of this service.', default: 'any service' },
  'mutes[].reason': { brief: 'Why nobody has to look at them.', default: 'required' },
  'mutes[].until': {
    brief: 'The last day (UTC) on which they are muted. From then on the mute is told of and does nothing.',
    default: 'required',
  },
}
