/** The limits from which rules speak. Who runs agents of another kind changes them; each rule says what it reads. */
export interface RuleSettings {
  /** `no-progress-loop`: so many equal steps in a row are a circle. */
  readonly loopSteps: number
  /** `tool-overload`: an agent may be offered so many tools. */
  readonly maxToolsOffered: number
  /** `terminal-ignored`: so many starts after a final no are no coincidence. */
  readonly terminalStarts: number
  /** `retried-empty`: a question that is asked again after this long is a new one. Milliseconds. */
  readonly newQuestionMs: number
  /** `unbounded-call`: a call over HTTP without a known timer may be silent for so long. Milliseconds. */
  readonly httpIdleWindowMs: number
  /** `unbounded-call`: the same for every other call. Milliseconds. */
  readonly idleWindowMs: number
}

/** The limits of design.md section 5; tools offered: requirements 26, "over five or six". */
export const DEFAULT_RULE_SETTINGS: RuleSettings = Object.freeze({
  loopSteps: 5,
  maxToolsOffered: 6,
  terminalStarts: 5,
  newQuestionMs: 60_000,
  httpIdleWindowMs: 5 * 60_000,
  idleWindowMs: 30 * 60_000,
})
