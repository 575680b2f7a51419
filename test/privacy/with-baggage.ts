import * as api from '@opentelemetry/api'
import { mark } from './marks.ts'

/** Waits for `work`, however it ends. */
export const settled = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

/** Runs `work` as a host does that keeps a secret in W3C baggage. */
export function withBaggage<T>(work: () => Promise<T>): Promise<T> {
  const baggage = api.propagation.createBaggage({ user: { value: mark('baggage') } })
  return api.context.with(api.propagation.setBaggage(api.context.active(), baggage), work)
}
