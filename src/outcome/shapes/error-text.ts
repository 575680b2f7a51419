import type { DocsRow } from '../docs-row.ts'
import { type Draft, draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { trimmed } from '../evidence/trimmed.ts'
import { failureCause } from '../wording/failure-words.ts'
import { readsOutput } from '../wording/output-tools.ts'
import { answersInWords, isOfAMachine, speaksOfErrors } from '../wording/worded-tools.ts'
import type { Shape } from './shape.ts'

/** An error text is short. A longer one is a log, a page or a report that has an error in it. */
const TEXT_LIMIT = 600
const LINES_LIMIT = 3

const WARNING_SIGN = /^(?:⚠\u{FE0F}?|❗|🚨|❕)\s{0,4}/u
/** "Error handling" and its like are nouns: a text about errors, not one. */
const ABOUT_ERRORS =
  /^errors? (?:handling|reporting|logging|tracking|monitoring|checking|budgets?|messages?|rates?)\b/i
/** What stands between the word and its colon in an error: a code, a place, a person; a noun makes a title of it. */
const BEFORE_COLON = String.raw`(?:\s?[([<][^\n:]{0,60}| (?:from|at|on|with|for|of|to|by|during|response|line)\b[^\n:]{0,60}| -?[A-Z_]{0,30}\d{1,6}[^\n:]{0,40}| [A-Z]{1,20}_[A-Z_]{1,40})?`
/** How a text begins that is an error and nothing else. Anchored: what comes later in a text is its content. */
const OPENS_LIKE_ERROR = new RegExp(
  String.raw`^(?:[❌⛔🚫](?!\u{FE0F}? {0,4}(?:\d|no [\w ]{0,40}(?:found|match|result)))|(?:fatal |internal |unexpected |unknown |api |database |sql |query |network |server |syntax |parse |runtime |execution )?error\b(?: (?:\d{3}|[a-z]+ing|while|when|in|occurred|executing|code)\b|${BEFORE_COLON}:(?!\s{0,4}(?![45]\d\d\b)-?\d{1,9}\s{0,4}(?:%|\n|$)))|an? (?:\w+ )?error (?:has )?occurred|(?:[a-z]\w{0,30}\.){0,8}[A-Z]\w{1,40}(?:Error|Exception): |exception(?: (?:in|at|from|while|when|during|occurred|raised|thrown)\b[^\n]{0,80})?:|failed: (?!\d)|failed to \w+|MCP error -?\d)`,
  'iu',
)
const OPENS_LIKE_INABILITY =
  /^(?:(?:i|we) )?(?:(?:could|can|did)(?: ?not|n['’]t)|(?:(?:was|were|am|are)(?: not|n['’]t)? )?(?:unable|able) to|cannot|can['’]t) (?:connect|fetch|load|read|open|access|resolve|parse|retrieve|get|process|complete|reach|authenticate|create|write|save|update|delete|execute|run|start|convert|download|determine|perform|query|send|upload|decode|validate)\b/i
/** Refusals that do not use the word; what follows keeps "Forbidden City" and "timed out tasks" apart. */
const OPENS_LIKE_REFUSAL =
  /^(?:rate.?limit(?:ed|s? (?:reached|exceeded))|too many requests|quota exceeded|(?:invalid|incorrect|missing|expired) (?:api[ _-]?key|token|credentials)|(?:credit|account) balance is too low|insufficient (?:funds|credits?|quota)|you(?:'|’)?(?:ve| have) (?:hit|reached|exceeded) (?:your|the)\b.{0,40}\blimit|request (?:failed|timed out)|(?:access|permission) denied|unauthori[sz]ed|forbidden|authentication (?:required|failed)|connection (?:refused|closed|reset|timed out)|service (?:temporarily )?unavailable|internal server error|bad gateway|gateway time-?out|timed out)(?=$|[.:!;,\n(·–-]| ?[-–·(]| (?:for|to|by|with|after|while|on|at|from|because|due|or|when)\b)/i
/** A status line of HTTP, and what proxies write in its place. */
const OPENS_LIKE_STATUS =
  /^(?:HTTP(?:\/[\d.]{1,3})? [45]\d\d\b|[45]\d\d (?:bad request|unauthori[sz]ed|payment required|forbidden|not found|method not allowed|conflict|gone|too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway time-?out)\b|upstream (?:connect|request) (?:error|timeout)|no healthy upstream)/i
/** A program's complaint: its name, what it was asked for, what went wrong. */
const SHELL =
  /^[\w./-]{1,40}: [^\n]{1,200}: (?:no such file or directory|permission denied|is a directory|not a directory|command not found|operation not permitted)$|^[\w./-]{1,40}: [\w./-]{1,60}: command not found$/i
/** A refusal of the caller, or of what was called. */
const OPENS_LIKE_DENIAL =
  /^(?:you (?:do not|don['’]t|are not|aren['’]t) (?:have (?:permission|access)|authori[sz]ed|allowed|permitted)|unknown (?:tool|command|function|method)(?=$|[.:]| ["'`(]| [\w./-]{1,60}\.?$)|(?:the )?connection (?:to|with) [^\n]{1,80} (?:was|has been) (?:refused|reset)(?=$|[.:,]| [-–(])|timeout (?:of )?\d{1,9} ?m?s exceeded\b|(?:the |this |your )?(?:request|operation|call|query|connection) (?:has )?timed out\b)/i
/** What the runtimes of languages print when a program breaks; its stack follows. */
const CRASH =
  /^(?:[Tt]raceback \(most recent call|panic: |thread '[^'\n]{1,60}' panicked at |Exception in thread "|Unhandled exception[.:]|(?:PHP )?Fatal error: {1,2}Uncaught |Uncaught \w{0,40}(?:Error|Exception)\b)/
/** How such a text can begin. */
const FIRST_OF_CRASH = 'TtPpEUF'
/** A program's own mark before its complaint: git, curl, npm, the shell of Redis. */
const PROGRAM = /^(?:fatal: |curl: \(\d{1,3}\) |npm (?:error|ERR!) |\(error\) )/
/** How such a text can begin. */
const FIRST_OF_PROGRAM = 'fcn('
/** Two of a program's complaints in one line: its name, what it did, how the network answered. */
const NETWORK_COMPLAINT =
  /^[\w.-]{1,40}: [^\n:]{1,120}: (?:connection (?:refused|reset by peer|timed out)|no route to host|network is unreachable|name or service not known)$/i
/** A pointer below a statement that does not parse. */
const POINTER = /^\s{0,200}\^[~^]{0,80}\s*$/
/** A schema checker's list: the number of errors, then a field a line. */
const CHECKED = /\b\d{1,4} validation errors? for \S+$/i
const ERROR_TAG = /^<error>([\s\S]{1,600})<\/error>$/i
/** A client that had no result for a call and wrote this in its place. */
const REPAIRED =
  /^[[(<]?tool (?:result|output|response|call) (?:is |was )?(?:missing|lost|not available|unavailable|interrupted)/i
/** How such a text can begin. */
const FIRST_OF_REPAIRED = '[(<tT'
/** A marker that says where the content ends or goes on is none of an error. */
const END_OF_CONTENT = /\b(?:no more|end of|truncated|start_index)\b/i

/** What people read of it. */
export const errorTextRow: DocsRow = {
  matches:
    'a short text that is an error and nothing else; not from a tool that reads logs or output; from a tool that answers in words (news, translations, explanations) only with something in it that a machine writes, such as a status or a code',
  means: '`failed`, with the category of its words',
}

/** A text that is an error and nothing else, as an ordinary result. */
export const errorText: Shape = {
  id: 'error-text',
  needs: ['words'],
  read(evidence) {
    const { words, tool } = evidence
    if (words === undefined || words.length > TEXT_LIMIT) return undefined
    const text = withoutWarningSign(trimmed(words))
    const tagged = text.startsWith('<') ? ERROR_TAG.exec(text)?.[1] : undefined
    if (tagged !== undefined) return END_OF_CONTENT.test(tagged) ? undefined : failedBy(tagged, evidence)
    if (FIRST_OF_REPAIRED.includes(text.charAt(0)) && REPAIRED.test(text)) {
      return settle({ reason: 'error_text', applied: 'maybe' }, evidence.effect, 'inferred')
    }
    const isError = isCrash(text) || (opensLikeFailure(text) && isOneMessage(text))
    if (!isError || readsOutput(tool)) return undefined
    return answersInWords(tool) && !isOfAMachine(text) ? undefined : failedBy(text, evidence)
  },
}

/** All openings in one: a text is looked at once. */
const OPENS_LIKE_ANY = new RegExp(
  [OPENS_LIKE_REFUSAL, OPENS_LIKE_INABILITY, OPENS_LIKE_STATUS, OPENS_LIKE_DENIAL, SHELL, NETWORK_COMPLAINT]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

function withoutWarningSign(text: string): string {
  return text.charCodeAt(0) > 0x7f ? text.replace(WARNING_SIGN, '') : text
}

function isCrash(text: string): boolean {
  return FIRST_OF_CRASH.includes(text.charAt(0)) && CRASH.test(text)
}

/** Whether a text begins like an error and nothing else does. Give it a bounded text without spaces around it. */
export function opensLikeFailure(text: string): boolean {
  if (FIRST_OF_PROGRAM.includes(text.charAt(0)) && PROGRAM.test(text)) return true
  const opens = OPENS_LIKE_ANY.test(text) || (OPENS_LIKE_ERROR.test(text) && !ABOUT_ERRORS.test(text))
  return opens && !speaksOfErrors(text)
}

/** A sentence or two, or an error with its stack; not lines of a log, hits of a search, sections of a report. */
function isOneMessage(text: string): boolean {
  const lines = text.split('\n', 40).filter((line) => line.trim() !== '' && !POINTER.test(line))
  const [first = '', ...rest] = lines
  if (rest.length > 0 && CHECKED.test(first)) return true
  if (rest.length > 0 && rest.every((line) => /^\s+at /.test(line))) return true
  return lines.length <= LINES_LIMIT && !rest.some((line) => /^(?:\d|\[|https?:|\s+\S)/.test(line))
}

function failedBy(text: string, { effect }: Evidence): Draft {
  const cause = failureCause(text)
  const failed = cause
    ? settle({ ...cause, reason: 'error_text' }, effect, 'inferred')
    : draft('failed', 'error_text', 'inferred')
  failed.detail = text
  return failed
}
