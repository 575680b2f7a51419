import type { Attributes, MadeSpan } from '../../../check/data/made-span.ts'
import type { Random } from '../../../check/data/random.ts'

/** What there is to say of a span that stands under another one. */
export interface Beside extends Pick<MadeSpan, 'name' | 'kind' | 'service' | 'scope' | 'attributes'> {
  readonly hasFailed?: boolean
  readonly exception?: NonNullable<MadeSpan['exception']>
  readonly events?: NonNullable<MadeSpan['events']>
  readonly links?: NonNullable<MadeSpan['links']>
}

/** A span under `parent`, in which it takes a part of the time. */
export function spanUnder(parent: MadeSpan, random: Random, told: Beside): MadeSpan {
  const lengthMs = parent.endMs - parent.startMs
  const startMs = parent.startMs + Math.floor(random.next() * 0.3 * lengthMs)
  return {
    hasFailed: false,
    ...told,
    traceId: parent.traceId,
    spanId: random.hex(16),
    parentSpanId: parent.spanId,
    startMs,
    endMs: Math.min(parent.endMs, startMs + Math.max(1, Math.floor(random.next() * 0.6 * lengthMs))),
    isTool: false,
    hasBody: false,
  }
}

/** What processors put on every span of a process: the thread, and what came along as baggage. */
export function processAttributes(random: Random): Attributes {
  return {
    'thread.id': random.between(1, 64),
    'thread.name': `worker-${random.between(1, 16)}`,
    'app.tenant.id': `tenant-${random.between(1000, 1200)}`,
    'app.request.id': uuid(random),
    'enduser.id': `user-${random.hex(12)}`,
    'deployment.environment.name': 'production',
  }
}

export function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((digits) => random.hex(digits)).join('-')
}

/** Where in the code a span was begun. */
export function codeAttributes(
  random: Random,
  file: string,
  names: readonly [string, ...string[]],
): Attributes {
  return {
    'code.function.name': random.pick(names),
    'code.file.path': `/srv/app/node_modules/${file}`,
    'code.line.number': random.between(10, 900),
  }
}

/** A stack as Node writes it. */
export function stackOf(message: string, random: Random): string {
  const frames = Array.from(
    { length: random.between(6, 14) },
    () =>
      `    at ${random.pick(['async Pool.query', 'Client.handleErrorMessage', 'process.processTicksAndRejections', 'Layer.handle', 'next'])} (/srv/app/node_modules/${random.pick(['pg/lib/client', 'pg-pool/index', 'express/lib/router/layer', 'undici/lib/core/connect'])}.js:${random.between(10, 900)}:${random.between(3, 60)})`,
  )
  return [message, ...frames].join('\n')
}
