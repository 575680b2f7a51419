import { lost } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Class names under which the clients of model providers raise a connection that broke, without a code. */
const CONNECTION = new Set(['APIConnectionError', 'AI_DownloadError'])

/** A broken connection that only a class names. Asked last: a cause further in says more. */
export const clientClasses: ErrorFamily = {
  id: 'client-classes',
  source: 'mapped',
  read({ name, className }) {
    return CONNECTION.has(name) || CONNECTION.has(className) ? lost('network_error') : undefined
  },
}
