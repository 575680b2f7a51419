import { acceptedWork } from './accepted-work.ts'
import { allSectionsFailed } from './all-sections-failed.ts'
import { collection } from './collection.ts'
import { declaredSuccess } from './declared-success.ts'
import { emptyListing } from './empty-list.ts'
import { emptyFields } from './empty-object.ts'
import { emptyXml } from './empty-xml.ts'
import { errorObject } from './error-object.ts'
import { errorPage } from './error-page.ts'
import { errorText } from './error-text.ts'
import { errorValue } from './error-value.ts'
import { errorXml } from './error-xml.ts'
import { exitCode } from './exit-code.ts'
import { fillerWord } from './filler-word.ts'
import { flagged } from './flagged.ts'
import { foundContent } from './found-content.ts'
import { foundList } from './found-list.ts'
import { foundValue } from './found-value.ts'
import { graphql } from './graphql-errors.ts'
import { headerOnly } from './header-only.ts'
import { negativeSentinel } from './negative-sentinel.ts'
import { noPayload } from './no-payload.ts'
import { noneWords } from './none-words.ts'
import { nothing } from './nothing.ts'
import { refusedMutation } from './refused-mutation.ts'
import { rejectedParts } from './rejected-parts.ts'
import { resultType } from './result-type.ts'
import type { Shape } from './shape.ts'
import { standIn } from './stand-in.ts'
import { unflaggedContext } from './unflagged-context.ts'
import { unread } from './unread.ts'

/**
 * Every shape, in the order in which they are asked; the first answer counts. What is stated comes before what
 * is inferred, errors before empties, and something found is what remains.
 */
export const SHAPES: readonly Shape[] = [
  resultType,
  flagged,
  unread,
  unflaggedContext,
  declaredSuccess,
  acceptedWork,
  errorValue,
  graphql,
  refusedMutation,
  errorObject,
  exitCode,
  negativeSentinel,
  rejectedParts,
  standIn,
  errorPage,
  errorXml,
  errorText,
  allSectionsFailed,
  nothing,
  collection,
  emptyListing,
  emptyFields,
  noPayload,
  fillerWord,
  headerOnly,
  emptyXml,
  noneWords,
  foundList,
  foundValue,
  foundContent,
]
