import * as api from '@opentelemetry/api'
import { type Boundary, bareBoundary } from './boundary.ts'

/**
 * The least that handing the context on can cost, without a span: written into `_meta`, read back, made active.
 * @param metaOf takes `_meta` out of what the SDK hands to a tool
 */
export function propagationBoundary(metaOf: (extra: unknown) => unknown): Boundary {
  return {
    ...bareBoundary,
    send: (send) => (params) => {
      const meta = { ...params._meta }
      api.propagation.inject(api.context.active(), meta)
      return send({ ...params, _meta: meta })
    },
    handle: (_tool, handle) => (args, extra) => {
      const context = api.propagation.extract(api.context.active(), metaOf(extra) ?? {})
      return api.context.with(context, handle, undefined, args, extra)
    },
  }
}
