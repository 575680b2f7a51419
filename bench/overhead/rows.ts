import type { ProgramName } from './programs.ts'

/** One row of the table: what one program costs more than another. */
export interface Row {
  readonly title: string
  readonly base: ProgramName
  readonly peer: ProgramName
  /** The most that it may cost, as a multiple of what the floor costs. */
  readonly limit?: number
}

/** The row that all others are measured by. */
export const FLOOR_ROW: Row = { title: 'hand-written floor', base: 'bare', peer: 'floor' }

/** The rows for one version of the MCP SDK. The limits are the project's own (issue 4). */
export const ROWS: readonly Row[] = [
  { title: 'the same program twice (null comparison)', base: 'bare', peer: 'bare' },
  FLOOR_ROW,
  { title: 'hand-written floor, not sampled', base: 'bare', peer: 'floor_not_sampled' },
  { title: 'Toolspan, everything on, metrics SDK', base: 'bare', peer: 'full', limit: 2 },
  { title: 'Toolspan, everything on, no metrics SDK', base: 'bare', peer: 'no_metrics' },
  { title: 'Toolspan, not sampled, metrics SDK', base: 'bare', peer: 'not_sampled_metrics', limit: 1.2 },
  { title: 'Toolspan, not sampled, no metrics SDK', base: 'bare', peer: 'not_sampled', limit: 0.9 },
  {
    title: 'context handed on by hand, unsampled parent',
    base: 'bare_unsampled_parent',
    peer: 'propagation_unsampled_parent',
  },
  {
    title: 'Toolspan, unsampled parent, no metrics SDK',
    // Having a context costs the host something by itself.
    base: 'bare_unsampled_parent',
    peer: 'unsampled_parent',
    limit: 0.4,
  },
  { title: 'Toolspan, no OpenTelemetry SDK', base: 'bare', peer: 'no_sdk' },
  { title: 'ToolspanProcessor on top of everything', base: 'full', peer: 'processor', limit: 0.5 },
  { title: 'recover() around the work of the tool, on top', base: 'full', peer: 'recover_tool', limit: 1 },
  // Here the budget also travels to the server and back.
  { title: 'recover() around the call, on top', base: 'full', peer: 'recover_call', limit: 1 },
]
