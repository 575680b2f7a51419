import * as api from '@opentelemetry/api'
import { isProgramName } from '../privacy/program-name.ts'
import { ATTR_TOOLSPAN_SELF_SITE } from '../semconv/attributes/self.ts'
import { METRIC_TOOLSPAN_SELF_ERRORS } from '../semconv/metrics.ts'
import { CALLS_SCOPE } from '../semconv/scopes.ts'
import { ToolspanError, withoutValue } from './toolspan-error.ts'

/** The room of the code in which something of ours failed. */
export type Site = 'classify' | 'instrument' | 'budget' | 'processor' | 'rule' | 'emit' | 'hook'

const counts = new Map<Site, number>()

/**
 * Counts an exception of ours and says so on OpenTelemetry's diagnostic channel, once for each site.
 * It never throws: a failure of ours must not become the host's.
 */
export function swallow(site: Site, error: unknown): void {
  const seen = counts.get(site) ?? 0
  counts.set(site, seen + 1)
  try {
    if (seen === 0) {
      api.diag.warn(`toolspan: an error in "${site}" was swallowed; later ones are only counted`, said(error))
    }
    api.metrics
      .getMeter(CALLS_SCOPE)
      .createCounter(METRIC_TOOLSPAN_SELF_ERRORS)
      .add(1, { [ATTR_TOOLSPAN_SELF_SITE]: site })
  } catch {
    // A broken diagnostic logger or meter is the host's own; the count above has been taken.
  }
}

/** Frames of a stack that are shown. */
const MAX_FRAMES = 8

/**
 * What may be said of an error: its class and where it was thrown. Its message and its properties may hold anything of
 * the host's: an argument, a result, what a hook was given. Of an error of Toolspan itself the message is shown, too,
 * without the value that came.
 */
function said(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const { stack = '', message } = error
  const start = message === '' ? -1 : stack.indexOf(message)
  const frames = (start < 0 ? stack : stack.slice(start + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
  const told = error instanceof ToolspanError ? `: ${withoutValue(error)}` : ''
  return [`${className(error)}${told}`, ...frames].join('\n')
}

function className(error: Error): string {
  const { name } = error.constructor
  return isProgramName(name) ? name : 'Error'
}

/** What `work` gives back; nothing when it throws, which is swallowed. */
export function guarded<R>(site: Site, work: () => R): R | undefined {
  try {
    return work()
  } catch (error) {
    swallow(site, error)
    return undefined
  }
}

/** How many exceptions of ours were swallowed, by site, since the process started. */
export function swallowedErrors(): Readonly<Partial<Record<Site, number>>> {
  return Object.fromEntries(counts)
}
