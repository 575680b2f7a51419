import { type Cause, denied, lost, refused, TIMED_OUT, unusableAnswer } from '../errors/cause.ts'
import { fileSystemCause } from '../errors/file-system.ts'
import { statusCause } from '../errors/http-status.ts'
import { rpcCause } from '../errors/json-rpc.ts'
import { networkCause } from '../errors/network.ts'
import { isRateLimit, isSpentAllowance } from './allowance-words.ts'
import { browserCause } from './browser-codes.ts'
import { spokenWaitMs } from './spoken-wait.ts'

/** Only the start of a failure's text is read; what comes later is a trace or a dump. */
const READ_LIMIT = 600

/** One thing that a failure's words can say. The list is asked in order; the first answer counts. */
interface Wording {
  readonly id: string
  read(text: string): Cause | undefined
}

const RPC_PREFIX = /^MCP error (-32\d{3}): /
const NETWORK_CODE = /\b(?:UND_ERR_[A-Z_]{3,40}|E(?:AI_)?[A-Z]{4,16})\b/
const HTTP_STATUS =
  /(?:\bhttp(?:\/[\d.]{1,3})?|\bstatus(?: code)?(?: of)?|\b(?:api )?error|\bcode|\bresponse)[\s:=#(]{1,3}([45]\d\d)\b|^([45]\d\d)[\s:]|(?:^|[\s:(])([45]\d\d) (?:[A-Z][a-z]+|API|\()/i

const WORDINGS: readonly Wording[] = [
  { id: 'rpc-code', read: readRpc },
  {
    // "Rate limited or quota exceeded": two causes in one sentence, so neither is claimed.
    id: 'rate-or-quota',
    read: (text) =>
      isRateLimit(text) && isSpentAllowance(text) ? { reason: 'error_text', applied: 'no' } : undefined,
  },
  says('quota', isSpentAllowance, denied('error_text', 'business')),
  says('rate-limit', isRateLimit, refused('error_text')),
  says(
    'rejected-answer',
    /output validation error|invalid tools\/call result/i,
    unusableAnswer('error_text'),
  ),
  says(
    'validation',
    /validation (?:error|exception|failed)|\binvalid (?:input|argument|parameter|request body|params)|\bmust be (?:one of|[<>]=? ?\d|between)/i,
    denied('error_text', 'validation'),
  ),
  { id: 'browser-code', read: browserCause },
  says('timeout', /\btim(?:ed|e)[ -]?out\b|deadline exceeded/i, { ...TIMED_OUT, reason: 'error_text' }),
  { id: 'network-code', read: readNetworkCode },
  says(
    'credentials',
    /(?:api[ _-]?key|token|credentials?) (?:(?:is|are|was|has) )?(?:invalid|incorrect|wrong|expired|revoked|missing|not valid)\b|(?:invalid|incorrect|missing|expired|revoked|bad) (?:api[ _-]?key|(?:access |auth )?token|(?:authentication )?credentials?)|\bunauthori[sz]ed\b|not authori[sz]ed|\bforbidden\b|\b(?:no|not have|lacks?|lacking|without) (?:the )?(?:required )?permissions?\b|(?:permission|access) denied|authentication (?:required|failed)/i,
    denied('error_text', 'permission'),
  ),
  says(
    'overload',
    /\boverloaded\b|(?:service|temporarily) unavailable|\bat capacity\b/i,
    refused('error_text'),
  ),
  // Both MCP SDKs throw it, without a code, before they send anything.
  says('not-connected', /^(?:Error: )?not connected\b/i, refused('error_text')),
  { id: 'http-status', read: readStatus },
  says(
    'connection',
    /fetch failed|socket hang up|connection (?:(?:is|was) )?(?:closed|reset|lost|error|terminated)|network error/i,
    lost('error_text'),
  ),
]

function says(id: string, words: RegExp | ((text: string) => boolean), cause: Cause): Wording {
  const isSaid = typeof words === 'function' ? words : (text: string) => words.test(text)
  return { id, read: (text) => (isSaid(text) ? cause : undefined) }
}

function readRpc(text: string): Cause | undefined {
  const code = RPC_PREFIX.exec(text)?.[1]
  if (code === undefined) return undefined
  const cause = rpcCause(Number(code), { message: text, hasTimer: false, cancelledByCaller: undefined })
  return cause.category === undefined && !cause.isCancelled ? undefined : cause
}

function readNetworkCode(text: string): Cause | undefined {
  const code = NETWORK_CODE.exec(text)?.[0]
  if (code === undefined) return undefined
  const cause = networkCause(code, /\bconnect\b/.test(text) ? 'connect' : undefined)
  // Errors of the file system begin with their code: `ENOENT: no such file or directory, open …`.
  return cause ?? (text.includes(`${code}: `) ? fileSystemCause(code) : undefined)
}

function readStatus(text: string): Cause | undefined {
  const found = HTTP_STATUS.exec(text)
  const status = found?.[1] ?? found?.[2] ?? found?.[3]
  const cause = status === undefined ? undefined : statusCause(Number(status))
  return cause && { ...cause, code: String(status) }
}

function withWait(cause: Cause, text: string): Cause {
  const retryAfterMs = cause.category === 'transient' ? spokenWaitMs(text) : undefined
  return retryAfterMs === undefined ? cause : { ...cause, retryAfterMs }
}

/** What the words of a failure say about its cause; undefined when they say nothing that is known. */
export function failureCause(text: string): Cause | undefined {
  const head = text.length > READ_LIMIT ? text.slice(0, READ_LIMIT) : text
  for (const wording of WORDINGS) {
    const cause = wording.read(head)
    if (cause !== undefined) return withWait(cause, head)
  }
  return undefined
}
