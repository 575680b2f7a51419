import { withEffectScope } from '../budget/current-attempt.ts'
import { runWithin } from '../self/context.ts'
import { guarded } from '../self/swallow.ts'
import { whenSettled } from './settlement.ts'
import { checkTraceToolOptions, type TraceToolOptions } from './trace-tool-options.ts'
import { beginTracedCall, tracedSettling, tracedTool } from './traced-call.ts'

type AnyFunction = (...args: never[]) => unknown
type AnyCall = (this: unknown, ...args: unknown[]) => unknown

/**
 * Wraps a function that is a tool in an `execute_tool` span (GenAI conventions, INTERNAL). The wrapped function
 * takes the same arguments and `this`, returns the same value, throws the same error and stays synchronous where
 * it was; members that the function has are on it, too. Of what it returns, only a bare promise is another object: a
 * promise of the same value or error. Without an OpenTelemetry SDK it only calls through. A stream or generator ends
 * its span when it is returned, as `unknown`: nothing was read of it.
 * @throws ToolspanError `invalid_option`
 */
export function traceTool<Fn extends AnyFunction>(
  name: string,
  fn: Fn,
  options: TraceToolOptions<Fn> = {},
): Fn {
  checkTraceToolOptions(name, fn, options)
  // The types above hold for callers; from here on the tool is any function.
  const run = fn as unknown as AnyCall
  const tool = tracedTool(name, options as unknown as TraceToolOptions<(...args: unknown[]) => unknown>)
  const traced: AnyCall = function (...args) {
    const call = beginTracedCall(tool, args)
    if (call === undefined) return run.apply(this, args)
    const { context, scope } = call
    const work = (): unknown => runWithin(context, () => run.apply(this, args))
    let value: unknown
    try {
      value = scope === undefined ? work() : withEffectScope(scope, work)
    } catch (error) {
      tracedSettling.failed(call, error)
      throw error
    }
    const isWatched = scope !== undefined || call.tool !== undefined || call.measurement !== undefined
    return isWatched ? whenSettled(value, call, tracedSettling, context) : value
  }
  guarded('instrument', () => takeOver(traced, fn))
  return traced as unknown as Fn
}

/** Members that only functions of old have, of their own; nobody can define them anew. */
const LEGACY: ReadonlySet<PropertyKey> = new Set(['arguments', 'caller'])

/** Frameworks read the name and the number of parameters of a tool function, and what others put on it. */
function takeOver(traced: object, fn: object): void {
  for (const key of Reflect.ownKeys(fn)) {
    const member = LEGACY.has(key) ? undefined : Object.getOwnPropertyDescriptor(fn, key)
    if (member !== undefined) Reflect.defineProperty(traced, key, member)
  }
  Reflect.setPrototypeOf(traced, Object.getPrototypeOf(fn))
}
