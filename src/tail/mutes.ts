import type { Finding } from './findings/finding.ts'

/** Findings that nobody has to look at for a while. */
export interface Mute {
  readonly rule: string
  /** Absent: of any tool. */
  readonly tool?: string | undefined
  /** Absent: of any service. */
  readonly service?: string | undefined
  readonly reason: string
  /** The last day on which they are muted, in UTC: `2026-12-31`. */
  readonly until: string
}

/** The mute that covers a finding on the day of `nowMs`; undefined where people are to see it. */
export function muteOf(finding: Finding, mutes: readonly Mute[], nowMs: number): Mute | undefined {
  return mutes.find(
    (mute) =>
      mute.rule === finding.rule &&
      (mute.tool === undefined || mute.tool === finding.origin.tool) &&
      (mute.service === undefined || mute.service === finding.origin.service) &&
      !hasExpired(mute, nowMs),
  )
}

const DAY_MS = 86_400_000

/** Whether the last day of the mute is over. */
export function hasExpired({ until }: Mute, nowMs: number): boolean {
  return nowMs >= Date.parse(until) + DAY_MS
}
