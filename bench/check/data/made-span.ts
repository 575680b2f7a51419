import type { Random } from './random.ts'

export type AttributeValue = string | number | boolean | readonly string[]
export type Attributes = Readonly<Record<string, AttributeValue>>

/** One span of a made-up run. */
export interface MadeSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly service: string
  readonly scope: string
  readonly name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: 1 | 2 | 3 | 4 | 5
  readonly startMs: number
  readonly endMs: number
  readonly hasFailed: boolean
  readonly attributes: Attributes
  readonly exception?: { readonly type: string; readonly message: string; readonly stack?: string }
  /** What happened besides, when the span began. */
  readonly events?: readonly { readonly name: string; readonly attributes: Attributes }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly isTool: boolean
  readonly hasBody: boolean
}

/** The run that spans are made for. */
export interface MadeRun {
  readonly random: Random
  readonly traceId: string
  /** Whether its instrumentation records arguments and results. */
  readonly recordsBodies: boolean
  add(span: MadeSpan): void
}

/** What instrumentations put on most spans besides what they are about. */
export function surroundings(random: Random): Attributes {
  return {
    'thread.id': random.between(1, 64),
    'code.function.name': random.pick(['run', 'handle', 'invoke', 'dispatch']),
    'code.file.path': `/srv/app/node_modules/agent/dist/${random.pick(['loop', 'tools', 'model', 'session'])}.js`,
    'session.id': random.hex(32),
    'user.tier': random.pick(['free', 'team', 'enterprise']),
    'deployment.environment.name': 'production',
  }
}
