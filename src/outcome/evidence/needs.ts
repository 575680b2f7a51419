import type { Evidence } from './evidence.ts'

/** A part of a result that a question can be about: the fields of an object, or words. */
export type Need = 'fields' | 'words'

/** The questions of a list that have an answer for a result, in their order; the others are not even asked. */
export function byNeed<Question extends { readonly needs?: Need }>(
  list: readonly Question[],
): (evidence: Evidence) => readonly Question[] {
  const askedWith = (has: Readonly<Record<Need, boolean>>): readonly Question[] =>
    list.filter(({ needs }) => needs === undefined || has[needs])
  const withBoth = askedWith({ fields: true, words: true })
  const withFields = askedWith({ fields: true, words: false })
  const withWords = askedWith({ fields: false, words: true })
  const withNeither = askedWith({ fields: false, words: false })
  return ({ survey, words }) => {
    if (survey === undefined) return words === undefined ? withNeither : withWords
    return words === undefined ? withFields : withBoth
  }
}
