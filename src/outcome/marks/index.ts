import { age } from './age.ts'
import { countedOfTotal } from './counted-of-total.ts'
import { countedParts } from './counted-parts.ts'
import { cursor } from './cursor.ts'
import { cutFlag } from './cut-flag.ts'
import { cutJson } from './cut-json.ts'
import { cutWords } from './cut-words.ts'
import { earlierAnswer } from './earlier-answer.ts'
import { failedItems } from './failed-items.ts'
import { failedSections } from './failed-sections.ts'
import { leftOver } from './left-over.ts'
import type { Mark } from './mark.ts'
import { namedFailures } from './named-failures.ts'
import { scanned } from './scanned.ts'
import { shards } from './shards.ts'
import { spoken } from './spoken-coverage.ts'
import { throughFlag } from './through-flag.ts'
import { totals } from './totals.ts'
import { unfinished } from './unfinished.ts'
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
  unfinished,
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
