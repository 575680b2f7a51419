import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

/** A longer document has more in it than an error. */
const TEXT_LIMIT = 2000
/** The root of an error of S3 and its like, or of SOAP, maybe in its envelope. */
const ROOT =
  /^(?:<\?xml\b[^>]{0,120}\?>\s{0,16})?(?:<(?:[\w-]{1,20}:)?(?:Envelope|Body)\b[^>]{0,400}>\s{0,16}){0,2}<(?:[\w-]{1,20}:)?(?:Error|ErrorResponse|Fault)(?: [^>]{0,200})?>/
/** Prose that begins with such a tag goes on behind it. */
const END = /<\/(?:[\w-]{1,20}:)?(?:Error|ErrorResponse|Fault|Body|Envelope)>\s{0,16}$/
const TAGS = /<[^<>]{0,400}>/g

/** What people read of it. */
export const errorXmlRow: DocsRow = {
  matches: 'an XML document whose root is an error or a SOAP fault',
  means: '`failed`, with the category of its words',
}

/** A document of XML that is an error and nothing else. */
export const errorXml: Shape = {
  id: 'error-xml',
  needs: ['words'],
  read({ words, effect }) {
    if (words === undefined || words.length > TEXT_LIMIT || !words.startsWith('<')) return undefined
    if (!ROOT.test(words) || !END.test(words.slice(-80))) return undefined
    const said = words
      .replace(TAGS, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .trim()
    const cause = failureCause(said)
    const failed = cause
      ? settle({ ...cause, reason: 'error_text' }, effect, 'inferred')
      : draft('failed', 'error_text', 'inferred')
    failed.detail = said
    return failed
  },
}
