/** One way to make the measured call. Each program is a process of its own. */
export interface Program {
  readonly sdk: 'v1' | 'v2'
  /** Who traces: nobody, a few lines by hand (`propagation`: that only hand the context on), or Toolspan. */
  readonly by: 'nobody' | 'propagation' | 'floor' | 'toolspan'
  /** What the OpenTelemetry SDK does with spans; `none` is a host without an SDK. */
  readonly tracing: 'none' | 'sampled' | 'not_sampled' | 'unsampled_parent'
  /** Whether a metrics SDK is registered. */
  readonly metrics: boolean
  /** Whether `ToolspanProcessor` reads the spans. */
  readonly processor: boolean
  /** What is done within a `recover()`: nothing, the work of the tool, or the client's call. */
  readonly recover: 'nothing' | 'tool' | 'call'
  /** Spans that reach the exporter; anything else means that the program measures something else. */
  readonly spansPerCall: number
}

const BARE = {
  by: 'nobody',
  tracing: 'none',
  metrics: false,
  processor: false,
  recover: 'nothing',
  spansPerCall: 0,
} as const
const FLOOR = { ...BARE, by: 'floor', tracing: 'sampled', spansPerCall: 2 } as const
const FULL = { ...FLOOR, by: 'toolspan', metrics: true } as const
const NOT_SAMPLED = { tracing: 'not_sampled', spansPerCall: 0 } as const

/** Every program by what it is called in the rows; each exists for both versions of the MCP SDK. */
const PROGRAMS = {
  bare: BARE,
  bare_unsampled_parent: { ...BARE, tracing: 'unsampled_parent' },
  propagation_unsampled_parent: { ...BARE, by: 'propagation', tracing: 'unsampled_parent' },
  floor: FLOOR,
  floor_not_sampled: { ...FLOOR, ...NOT_SAMPLED },
  full: FULL,
  no_metrics: { ...FULL, metrics: false },
  not_sampled: { ...FULL, ...NOT_SAMPLED, metrics: false },
  not_sampled_metrics: { ...FULL, ...NOT_SAMPLED },
  unsampled_parent: { ...FULL, tracing: 'unsampled_parent', metrics: false, spansPerCall: 0 },
  processor: { ...FULL, processor: true },
  recover_tool: { ...FULL, recover: 'tool', spansPerCall: 4 },
  recover_call: { ...FULL, recover: 'call', spansPerCall: 4 },
  no_sdk: { ...BARE, by: 'toolspan' },
} as const satisfies Record<string, Omit<Program, 'sdk'>>

export type ProgramName = keyof typeof PROGRAMS

/** A program by its full name, `v1/floor`. Throws when there is none. */
export function programNamed(fullName: string): Program {
  const [sdk, name = ''] = fullName.split('/')
  if ((sdk !== 'v1' && sdk !== 'v2') || !isProgramName(name)) throw new Error(`no program ${fullName}`)
  return { sdk, ...PROGRAMS[name] }
}

const isProgramName = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name)
