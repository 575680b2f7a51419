import { age } from './age.ts'
import { shards, throughFlag } from './completeness.ts'
import { countedOfTotal } from './counted-of-total.ts'
import { cursor } from './cursor.ts'
import { cutFlag, cutJson, cutWords } from './cut.ts'
import { earlierAnswer } from './earlier-answer.ts'
import { failedSections } from './failed-sections.ts'
import type { Mark } from './mark.ts'
import { countedParts, failedItems, leftOver, namedFailures } from './missing-parts.ts'
import { scanned } from './scanned.ts'
import { spoken } from './spoken-coverage.ts'
import { totals } from './totals.ts'
import { views } from './views.ts'

/** Every mark. All of them are asked; their order does not matter. */
export const MARKS: readonly Mark[] = [
  cursor,
  cutFlag,
  cutWords,
  cutJson,
  scanned,
  spoken,
  countedOfTotal,
  throughFlag,
  shards,
  countedParts,
  leftOver,
  namedFailures,
  failedItems,
  failedSections,
  totals,
  age,
  earlierAnswer,
  views,
]
