const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** The place in a row in words: `fifth`; beyond ten as a number: `12th`. */
export function ordinal(place: number): string {
  const word = WORDS[place - 1]
  if (word !== undefined) return word
  const isTeen = Math.floor(place / 10) % 10 === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}
