import type { Finding } from '../../tail/findings/finding.ts'

/** One thing to tell about a finding: that it opened, or that it closed, which its state says. */
export interface Report {
  readonly finding: Finding
  /** W3C trace flags of the anchor. */
  readonly traceFlags: number
  /** When it was found, milliseconds since the Unix epoch. */
  readonly atMs: number
  /** It was told of, and the whole picture does not show it: a log record ends it, and no span is made of it. */
  readonly isWithdrawn?: true
}

/** A report that waits, with its place in the line. */
export interface HeldReport extends Report {
  readonly seq: number
}
