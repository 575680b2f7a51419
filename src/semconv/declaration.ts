/** Who puts an attribute, metric or event on the wire. */
export type Emitter =
  | 'trace_tool'
  | 'mcp_client'
  | 'mcp_server'
  | 'recover'
  | 'processor'
  | 'tail'
  | 'application'

/** How far a name may still change: `development` may, `stable` may not before a new major version. */
export type Stability = 'development' | 'stable' | 'deprecated'

/** One attribute name with everything that docs, registry and dashboards need to know about it. */
export interface AttributeDeclaration {
  readonly name: string
  readonly type: 'string' | 'int' | 'double' | 'boolean' | 'string[]'
  readonly brief: string
  /** UCUM unit of a number; absent where a number counts or a text has none. */
  readonly unit?: string
  /** The closed list of values; absent where any value of the type may occur. */
  readonly values?: readonly string[]
  readonly example: string | number | boolean | readonly string[]
  readonly stability: Stability
  /** Sensitive values stay in the process unless the option that names them is switched on. */
  readonly sensitive: boolean
  readonly setBy: readonly Emitter[]
  /** The name that replaces a deprecated one. */
  readonly replacedBy?: string
}

/** One metric: instrument, unit, attributes and who records it. */
export interface MetricDeclaration {
  readonly name: string
  readonly instrument: 'counter' | 'histogram' | 'updowncounter' | 'gauge'
  readonly unit: string
  readonly brief: string
  /** Names of the attributes that its points carry. */
  readonly attributes: readonly string[]
  /** Explicit bucket boundaries of a histogram, in `unit`. */
  readonly buckets?: readonly number[]
  readonly stability: Stability
  readonly setBy: readonly Emitter[]
}

/** One log event: its EventName and the attributes that its records carry. */
export interface EventDeclaration {
  readonly name: string
  readonly brief: string
  readonly attributes: readonly string[]
  readonly stability: Stability
  readonly setBy: readonly Emitter[]
}
