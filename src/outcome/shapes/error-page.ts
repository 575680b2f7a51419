import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { type Cause, denied } from '../errors/cause.ts'
import { statusCause } from '../errors/http-status.ts'
import { settle } from '../errors/settle.ts'
import type { Shape } from './shape.ts'

/** The part of a page that is read: its head, and the start of its body. */
const READ_LIMIT = 2048

const IS_PAGE = /^\s{0,64}<(?:!doctype html|html)\b/i
const TITLE = /<title[^>]{0,80}>\s{0,32}([^<]{0,160})/i
/** The whole title, or the part beside the name of the site: a page about logins has more to say. */
const SIGN_IN =
  /^(?:sign|log)[ -]?in(?:$|\s{0,4}[-–—|·:•]| page\b| required)|[-–—|·:•]\s{0,4}(?:sign|log)[ -]?in\s{0,8}$|^\w{1,24} (?:login|log in|sign in)\s{0,8}$|\b(?:sign|log) in (?:to|with)\b|authentication required/i
const DENIED = /^(?:access (?:is )?(?:denied|forbidden)|forbidden)\s{0,8}(?:$|[-–—|])/i
const CHALLENGE =
  /^(?:just a moment|attention required)(?:$|[.…!]|\s{0,4}[-–—|])|^are you (?:a robot|human)|^(?:re)?captcha(?:$|\s{0,4}[-–—|])|captcha (?:required|verification)|verify(?:ing)? you are human|checking your browser/i
const CHALLENGE_BODY =
  /\b(?:captcha|bots?)\b.{0,120}\bchallenge\b|\bchallenge\b.{0,120}\b(?:captcha|bots?)\b/is
/** Behind the number stands nothing, a mark, or a word of its reason: "500 days" is a film. */
const STATUS_TITLE =
  /^(?:error |http )?([45]\d\d)(?:\s{0,8}$|\s{0,4}[-–—:|!.•]|\s{1,4}(?:bad|unauthori[sz]ed|payment|forbidden|not (?:found|acceptable|implemented)|method|request|conflict|gone|too many|internal|service|gateway|error|server|page not)\b)/i
/** A page that checks its visitor is small; an article about such checks is not. */
const CHALLENGE_PAGE_LIMIT = 4096

/** What people read of it. */
export const errorPageRow: DocsRow = {
  matches: "an HTML page for a sign-in, a bot check or a gateway's error",
  means: '`failed`, with the category that its title tells',
}

/** A page that stands in the way of the one that was asked for: a sign-in, a bot check, a gateway's error. */
export const errorPage: Shape = {
  id: 'error-page',
  needs: ['words'],
  read({ words, effect }) {
    if (words === undefined || !opensLikePage(words.slice(0, 96))) return undefined
    const head = words.slice(0, READ_LIMIT)
    const title = TITLE.exec(head)?.[1] ?? ''
    const cause = pageCause(title)
    if (cause !== undefined) return settle({ ...cause, reason: 'error_page' }, effect, 'inferred')
    const isChallenge =
      CHALLENGE.test(title) || (words.length <= CHALLENGE_PAGE_LIMIT && CHALLENGE_BODY.test(head))
    return isChallenge ? draft('failed', 'error_page', 'inferred') : undefined
  },
}

function opensLikePage(head: string): boolean {
  return head.includes('<') && IS_PAGE.test(head)
}

function pageCause(title: string): Cause | undefined {
  if (SIGN_IN.test(title) || DENIED.test(title)) return denied('error_page', 'permission')
  const status = STATUS_TITLE.exec(title)?.[1]
  return status === undefined ? undefined : statusCause(Number(status))
}
