import type { DocsRow } from '../docs-row.ts'
import { acceptedWorkRow } from './accepted-work.ts'
import { allSectionsFailedRow } from './all-sections-failed.ts'
import { collectionRow } from './collection.ts'
import { declaredSuccessRow } from './declared-success.ts'
import { emptyListingRow } from './empty-list.ts'
import { emptyFieldsRow } from './empty-object.ts'
import { emptyXmlRow } from './empty-xml.ts'
import { errorObjectRow } from './error-object.ts'
import { errorPageRow } from './error-page.ts'
import { errorTextRow } from './error-text.ts'
import { errorValueRow } from './error-value.ts'
import { errorXmlRow } from './error-xml.ts'
import { exitCodeRow } from './exit-code.ts'
import { fillerWordRow } from './filler-word.ts'
import { flaggedRow } from './flagged.ts'
import { foundContentRow } from './found-content.ts'
import { foundListRow } from './found-list.ts'
import { foundValueRow } from './found-value.ts'
import { graphqlRow } from './graphql-errors.ts'
import { headerOnlyRow } from './header-only.ts'
import { negativeSentinelRow } from './negative-sentinel.ts'
import { noPayloadRow } from './no-payload.ts'
import { noneWordsRow } from './none-words.ts'
import { nothingRow } from './nothing.ts'
import { refusedMutationRow } from './refused-mutation.ts'
import { rejectedPartsRow } from './rejected-parts.ts'
import { resultTypeRow } from './result-type.ts'
import { standInRow } from './stand-in.ts'
import { unflaggedContextRow } from './unflagged-context.ts'
import { unreadRow } from './unread.ts'

/** What people read of each shape, by its id. */
export const SHAPE_ROWS: Readonly<Record<string, DocsRow>> = {
  'accepted-work': acceptedWorkRow,
  'all-sections-failed': allSectionsFailedRow,
  collection: collectionRow,
  'declared-success': declaredSuccessRow,
  'empty-list': emptyListingRow,
  'empty-object': emptyFieldsRow,
  'empty-xml': emptyXmlRow,
  'error-object': errorObjectRow,
  'error-page': errorPageRow,
  'error-text': errorTextRow,
  'error-value': errorValueRow,
  'error-xml': errorXmlRow,
  'exit-code': exitCodeRow,
  'filler-word': fillerWordRow,
  flagged: flaggedRow,
  'found-content': foundContentRow,
  'found-list': foundListRow,
  'found-value': foundValueRow,
  'graphql-errors': graphqlRow,
  'header-only': headerOnlyRow,
  'negative-sentinel': negativeSentinelRow,
  'no-payload': noPayloadRow,
  'none-words': noneWordsRow,
  nothing: nothingRow,
  'refused-mutation': refusedMutationRow,
  'rejected-parts': rejectedPartsRow,
  'result-type': resultTypeRow,
  'stand-in': standInRow,
  'unflagged-context': unflaggedContextRow,
  unread: unreadRow,
}
