import * as api from '@opentelemetry/api'
import { recover } from 'toolspan'
import type { Program } from '../programs.ts'
import { type Boundary, bareBoundary, PARAMS, type Send } from './boundary.ts'
import { floorBoundary } from './floor.ts'
import { toolspanBoundary } from './toolspan.ts'

/** Makes the measured call once. */
export type Call = () => Promise<unknown>

/** Connects client and server as the program says. Telemetry has to be registered before. */
export async function createCall(program: Program): Promise<Call> {
  const send = await connect(program)
  if (program.recover) {
    return () => recover({ owner: 'bench', maxAttempts: 3, deadlineMs: 10_000 }, () => send(PARAMS))
  }
  if (program.tracing !== 'unsampled_parent') return () => send(PARAMS)
  const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, UNSAMPLED)
  return () => api.context.with(parent, send, undefined, PARAMS)
}

const UNSAMPLED: api.SpanContext = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  traceFlags: api.TraceFlags.NONE,
}

/** The SDK of the other version is not loaded at all. */
async function connect({ sdk, by }: Program): Promise<Send> {
  if (sdk === 'v1') {
    const { connectV1, metaV1 } = await import('./v1.ts')
    return connectV1(boundaryOf(by, metaV1))
  }
  const { connectV2, metaV2 } = await import('./v2.ts')
  return connectV2(boundaryOf(by, metaV2))
}

function boundaryOf(by: Program['by'], metaOf: (extra: unknown) => unknown): Boundary {
  if (by === 'toolspan') return toolspanBoundary
  return by === 'floor' ? floorBoundary(metaOf) : bareBoundary
}
