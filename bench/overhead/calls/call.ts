import * as api from '@opentelemetry/api'
import type { Program } from '../programs.ts'
import { type Boundary, bareBoundary, PARAMS, type Send } from './boundary.ts'
import { floorBoundary } from './floor.ts'
import { propagationBoundary } from './propagation.ts'
import { recoveringBoundary, toolspanBoundary, withinBudget } from './toolspan.ts'

/** Makes the measured call once. */
export type Call = () => Promise<unknown>

/** Connects client and server as the program says. Telemetry has to be registered before. */
export async function createCall(program: Program): Promise<Call> {
  const send = await connect(program)
  if (program.recover === 'call') return () => withinBudget(() => send(PARAMS))
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
async function connect(program: Program): Promise<Send> {
  if (program.sdk === 'v1') {
    const { connectV1, metaV1 } = await import('./v1.ts')
    return connectV1(boundaryOf(program, metaV1))
  }
  const { connectV2, metaV2 } = await import('./v2.ts')
  return connectV2(boundaryOf(program, metaV2))
}

function boundaryOf({ by, recover }: Program, metaOf: (extra: unknown) => unknown): Boundary {
  if (by === 'toolspan') return recover === 'tool' ? recoveringBoundary : toolspanBoundary
  if (by === 'propagation') return propagationBoundary(metaOf)
  return by === 'floor' ? floorBoundary(metaOf) : bareBoundary
}
