import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { isBlank } from './blank.ts'
import { emptyList } from './empty-list.ts'
import { hasFields, isEmptyObject } from './empty-object.ts'
import { flagKey, listKey, type Meaning, numberKey, objectKey, textKey } from './meanings.ts'
import { ownKeys } from './own-keys.ts'
import type { Role } from './vocabulary.ts'

/** Keys looked at in one object. What lies behind them stays unread, so that time is bounded. */
const KEY_LIMIT = 64
/** How deep a listing may lie: `{ data: { issues: { nodes: [] } } }` is three. */
const DEPTH_LIMIT = 4

/** What the keys of one object say, read in one pass. */
export interface Survey {
  readonly object: Keyed
  /** Values of keys whose meaning is known; the first of a kind, outer ones before inner ones. */
  readonly roles: { [Key in Role]?: unknown }
  /** Keys there are; counted up to the limit of those looked at. */
  keys: number
  /** Keys that hold something: neither null nor blank nor an empty list or object. */
  full: number
  /** Keys that hold something and have no known meaning: data of the tool's own. */
  own: number
  /** Of these: numbers; numbers that are 0 or 1, which say "none" or "first page" in any language; and zeros alone. */
  ownNumbers: number
  ownSmall: number
  ownZeros: number
  /** Lists, and how many of them hold something. */
  lists: number
  fullLists: number
  /** The listing, where there is one: under a usual key, under one that the tool's name names, or the only one. */
  list: readonly unknown[] | undefined
  /** Whether the key of the listing says that it is one. */
  isListNamed: boolean
  /** Objects without a known meaning. */
  children: number
  child: Keyed | undefined
}

/** Reads the keys of an object, and of the ones in which its listing and its paging may lie. */
export function surveyOf(object: Keyed, tool: string | undefined, depth = 1): Survey {
  const survey: Survey = {
    object,
    roles: {},
    keys: 0,
    full: 0,
    own: 0,
    ownNumbers: 0,
    ownSmall: 0,
    ownZeros: 0,
    lists: 0,
    fullLists: 0,
    list: undefined,
    isListNamed: false,
    children: 0,
    child: undefined,
  }
  for (const key of ownKeys(object)) {
    if (++survey.keys > KEY_LIMIT) {
      survey.own++
      break
    }
    note(survey, key, object[key], tool)
  }
  if (depth < DEPTH_LIMIT) descend(survey, tool, depth)
  return survey
}

/** Texts that mean something when they are empty: an empty cursor is a cursor, an empty output is one. */
const KEPT_EMPTY = new Set<Role>(['cursor', 'words', 'stdout', 'stderr'])

function note(survey: Survey, key: string, value: unknown, tool: string | undefined): void {
  if (value === null || value === undefined) {
    if (isContainer(key)) survey.roles.blankContainer ??= true
    return
  }
  if (typeof value === 'string') {
    const known = textKey(key)
    const isEmpty = isBlank(value)
    if (known !== undefined && (!isEmpty || KEPT_EMPTY.has(known.role))) keep(survey, known, value)
    if (isEmpty) return
    survey.full++
    if (known === undefined) survey.own++
  } else if (typeof value === 'number') {
    survey.full++
    const known = numberKey(key)
    // How much was changed is data of the tool's own, too.
    if (known === undefined || known.role === 'changed') noteOwnNumber(survey, value)
    if (known !== undefined) keep(survey, known, known.scale === undefined ? value : value * known.scale)
  } else if (typeof value === 'boolean') {
    survey.full++
    const known = flagKey(key)
    if (known === undefined) survey.own++
    else keep(survey, known, value)
  } else if (Array.isArray(value)) noteList(survey, key, value, tool)
  else if (typeof value === 'object') noteObject(survey, key, value as Keyed)
}

function noteOwnNumber(survey: Survey, value: number): void {
  survey.own++
  survey.ownNumbers++
  if (value === 0) survey.ownZeros++
  if (value === 0 || value === 1) survey.ownSmall++
}

function noteList(survey: Survey, key: string, value: readonly unknown[], tool: string | undefined): void {
  const known = listKey(key)
  const isListing = known?.role === 'list' || isNamedBy(tool, key)
  if (value.length > 0) survey.full++
  if (known !== undefined && !isListing) {
    if (value.length > 0 || known.role !== 'errors') keep(survey, known, value)
    return
  }
  survey.lists++
  if (emptyList(value) === undefined) {
    survey.fullLists++
    survey.own++
  }
  const isBetter = survey.list === undefined || (isListing && !survey.isListNamed)
  const fills = survey.list !== undefined && survey.list.length === 0 && value.length > 0
  if (isBetter || (fills && isListing === survey.isListNamed)) {
    survey.list = value
    survey.isListNamed = isListing
  }
}

/** Whether a key is one in which a body puts its data. */
function isContainer(key: string): boolean {
  return objectKey(key)?.role === 'container'
}

/** Tools are often named after what they list: `get_blocking_trend` gives a `trend`. */
function isNamedBy(tool: string | undefined, key: string): boolean {
  return tool !== undefined && key.length > 3 && tool.toLowerCase().includes(key.toLowerCase())
}

function noteObject(survey: Survey, key: string, value: Keyed): void {
  if (isEmptyObject(value)) {
    if (isContainer(key)) survey.roles.blankContainer ??= true
    return
  }
  survey.full++
  const known = objectKey(key)
  if (!hasFields(value)) survey.own++
  else if (known === undefined) {
    survey.own++
    survey.children++
    survey.child = value
  } else if (known.role === 'totalBox') {
    if (typeof value.value === 'number') survey.roles.total ??= value.value
  } else {
    keep(survey, known, value)
    if (known.role === 'container') survey.own++
  }
}

function keep(survey: Survey, known: Meaning, value: unknown): void {
  if (survey.roles[known.role] === undefined) survey.roles[known.role] = value
}

function descend(survey: Survey, tool: string | undefined, depth: number): void {
  const { container, annex, identity } = survey.roles
  if (isKeyed(annex)) mergeRoles(survey, surveyOf(annex, undefined, depth + 2), ABOUT_LISTING)
  if (survey.list !== undefined && survey.isListNamed) return
  if (isKeyed(container)) {
    const inner = surveyOf(container, tool, depth + 1)
    mergeRoles(survey, inner, undefined)
    takeOver(survey, inner)
  } else if (survey.child !== undefined && survey.children === 1 && identity === undefined) {
    const inner = surveyOf(survey.child, tool, depth + 1)
    // What a thing says of itself is not said of the call: only the listing in it is taken over.
    if (inner.list === undefined) return
    mergeRoles(survey, inner, ABOUT_LISTING)
    takeOver(survey, inner)
  }
}

/** Roles that a key has wherever it stands around a listing. */
const ABOUT_LISTING: ReadonlySet<Role> = new Set<Role>([
  'identity',
  'total',
  'scanned',
  'failedParts',
  'remaining',
  'changed',
  'ageMs',
  'maxAgeMs',
  'cursor',
  'hasMore',
  'nextLink',
  'isLast',
  'page',
  'totalPages',
  'truncated',
  'incomplete',
  'complete',
  'timedOut',
  'stale',
  'cutFields',
  'unprocessed',
  'shards',
  'stopReason',
])

function takeOver(survey: Survey, inner: Survey): void {
  if (inner.list !== undefined && (survey.list === undefined || inner.isListNamed)) {
    survey.list = inner.list
    survey.isListNamed = inner.isListNamed
    survey.lists += inner.lists
    survey.fullLists += inner.fullLists
  }
  survey.own += inner.own - 1
  survey.ownNumbers += inner.ownNumbers
  survey.ownSmall += inner.ownSmall
  survey.ownZeros += inner.ownZeros
  survey.full += inner.full - 1
}

function mergeRoles(survey: Survey, inner: Survey, only: ReadonlySet<Role> | undefined): void {
  for (const key in inner.roles) {
    const role = key as Role
    if (only !== undefined && !only.has(role)) continue
    if (survey.roles[role] === undefined) survey.roles[role] = inner.roles[role]
  }
}
