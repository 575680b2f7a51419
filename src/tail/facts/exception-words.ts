/** The class and the message of an exception, as far as its record says them. */
export interface ExceptionWords {
  readonly type: string
  readonly message: string
}

/** Where a stack begins in a text: Python's, JavaScript's. */
const STACK = /\n\s*(?:Traceback \(most recent call last\)|at (?:async )?[^\n]{1,200}:\d+|at [^\n]{1,120}\()/
/** `UpstreamError('503 Service Unavailable')`: the way in which Python's callbacks write an exception. */
const CALL_FORM = /^([A-Za-z_]\w{1,60})\((['"])([\s\S]*)\2,?\)$/
/** `UpstreamError: 503 Service Unavailable`. */
const CLASS_FIRST = /^([A-Za-z_$][\w$.]{0,60}(?:Error|Exception|Timeout)): ([\s\S]*)$/
/** Classes that say nothing: what is written where the class is not known. */
const NO_CLASS = new Set(['', 'Error', 'Exception'])

/**
 * What an instrumentation recorded of an exception. Callbacks of LangChain and LangSmith get a text, not the exception:
 * class, message and stack stand in one string, and the class that they record is none.
 */
export function exceptionWords(type: string, recorded: string): ExceptionWords {
  const stack = recorded.search(STACK)
  const text = (stack < 0 ? recorded : recorded.slice(0, stack)).trim()
  const called = CALL_FORM.exec(text)
  if (called !== null) return { type: called[1] ?? type, message: called[3] ?? '' }
  if (!NO_CLASS.has(type)) return { type, message: text }
  const blank = text.indexOf('\n\n')
  const named = CLASS_FIRST.exec(blank < 0 ? text : text.slice(blank + 2))
  return named === null ? { type, message: text } : { type: named[1] ?? type, message: named[2] ?? '' }
}
