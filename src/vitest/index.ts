// Matchers for tests of agents, added to vitest by importing this module.
import { expect } from 'vitest'
import type { RuleId } from '../tail/rules/pages.ts'
import { type FindingFilter, toHaveFinding, toHaveNoFindings } from './matchers.ts'

export type { ToolspanSettings } from '../config/settings.ts'
export type { RuleId } from '../tail/rules/pages.ts'
export type { FindingFilter } from './matchers.ts'
export type { RecordedRun } from './spans-of-run.ts'

expect.extend({ toHaveFinding, toHaveNoFindings })

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: merges only with the parameters that vitest declares.
  interface Matchers<T = any> {
    /** The run, an exporter that keeps its spans, the spans or an OTLP/JSON request, has no finding. */
    toHaveNoFindings(filter?: FindingFilter): void
    /** The run has at least one finding of the rule. */
    toHaveFinding(rule: RuleId, filter?: FindingFilter): void
  }
}
