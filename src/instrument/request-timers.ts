import type * as api from '@opentelemetry/api'
import {
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
} from '../semconv/attributes/timeout.ts'
import { DEFAULT_REQUEST_TIMEOUT_MS, type RequestOptions } from './request-options.ts'

/** The request that sets up a session: `connect()` of the SDK hands it the options that it was given. */
const SETTING_UP = 'initialize'

/** Puts on attributes the timers of a request that are in force (REQ-34). */
export function addTimers(
  attributes: api.Attributes,
  method: string,
  options: RequestOptions | undefined,
): void {
  const timeoutMs = options?.timeout ?? DEFAULT_REQUEST_TIMEOUT_MS
  if (method === SETTING_UP) attributes[ATTR_TOOLSPAN_TIMEOUT_CONNECT_MS] = timeoutMs
  if (options?.resetTimeoutOnProgress !== true) {
    attributes[ATTR_TOOLSPAN_TIMEOUT_CALL_MS] = timeoutMs
    return
  }
  // Progress starts this timer anew, so it limits silence; only the total is a wall clock.
  attributes[ATTR_TOOLSPAN_TIMEOUT_IDLE_MS] = timeoutMs
  if (options.maxTotalTimeout !== undefined) {
    attributes[ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS] = options.maxTotalTimeout
  }
}
