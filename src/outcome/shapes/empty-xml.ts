import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

const TEXT_LIMIT = 400
/** Tags without a text between them; an attribute that is no namespace may hold data. */
const EMPTY =
  /^(?:<\?xml\b[^>]{0,120}\?>\s{0,16})?(?:<\/?[\w:.-]{1,60}(?:\s{1,8}xmlns(?::\w{1,20})?="[^"<>]{0,120}"){0,4}\s{0,4}\/?>\s{0,16}){1,6}$/
const PAGE = /<(?:br|hr|p|div|html|body)\b/i

/** What people read of it. */
export const emptyXmlRow: DocsRow = {
  matches: 'an XML document whose elements hold neither a text nor an attribute',
  means: '`found_none`',
}

/** A document of XML with tags and nothing in them. */
export const emptyXml: Shape = {
  id: 'empty-xml',
  needs: ['words'],
  read({ words, hasMedia }) {
    if (words === undefined || hasMedia || words.length > TEXT_LIMIT || !words.startsWith('<'))
      return undefined
    const text = words.trim()
    return EMPTY.test(text) && !PAGE.test(text) ? draft('found_none', 'header_only', 'inferred') : undefined
  },
}
