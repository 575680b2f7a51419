import type { DocsRow } from '../docs-row.ts'
import { ageRow } from './age.ts'
import { countedOfTotalRow } from './counted-of-total.ts'
import { countedPartsRow } from './counted-parts.ts'
import { cursorRow } from './cursor.ts'
import { cutFlagRow } from './cut-flag.ts'
import { cutJsonRow } from './cut-json.ts'
import { cutWordsRow } from './cut-words.ts'
import { earlierAnswerRow } from './earlier-answer.ts'
import { failedItemsRow } from './failed-items.ts'
import { failedSectionsRow } from './failed-sections.ts'
import { leftOverRow } from './left-over.ts'
import { namedFailuresRow } from './named-failures.ts'
import { scannedRow } from './scanned.ts'
import { shardsRow } from './shards.ts'
import { spokenRow } from './spoken-coverage.ts'
import { throughFlagRow } from './through-flag.ts'
import { totalsRow } from './totals.ts'
import { unfinishedRow } from './unfinished.ts'
import { viewsRow } from './views.ts'

/** What people read of each mark, by its id. */
export const MARK_ROWS: Readonly<Record<string, DocsRow>> = {
  age: ageRow,
  'counted-of-total': countedOfTotalRow,
  'counted-parts': countedPartsRow,
  cursor: cursorRow,
  'cut-flag': cutFlagRow,
  'cut-json': cutJsonRow,
  'cut-words': cutWordsRow,
  'earlier-answer': earlierAnswerRow,
  'failed-items': failedItemsRow,
  'failed-sections': failedSectionsRow,
  'left-over': leftOverRow,
  'named-failures': namedFailuresRow,
  scanned: scannedRow,
  shards: shardsRow,
  'spoken-coverage': spokenRow,
  'through-flag': throughFlagRow,
  totals: totalsRow,
  unfinished: unfinishedRow,
  views: viewsRow,
}
