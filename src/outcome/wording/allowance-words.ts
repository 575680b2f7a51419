/** Said of an allowance, not only in a text about one: a permission can be missing for "namespace billing". */
const SPENT =
  /\bquota\b.{0,60}\b(?:exceed|exhaust|reached|used|spent|run out|limit|depleted)|\b(?:exceed|exhaust|insufficient|over|out of|beyond|no|used|hit|reached)\w{0,5}\b.{0,40}\bquota\b|quota[_ ]?exceeded|insufficient[_ ](?:funds|credits?|balance|quota)|(?:credit|balance)\b.{0,30}\btoo low|payment[_ ]required|\bbilling (?:details|account|(?:hard |soft )?limit|is|has|not)\b|\b(?:requires?|enable|check|update|add) (?:your )?billing\b|(?:usage|session|weekly|monthly|daily|spend(?:ing)?)[_ ]limit\b/i
const RATE =
  /rate.?limit|too many requests|throttl|\bslow down\b|(?:requests?|tokens?|quer(?:y|ies)) per (?:second|minute|hour)/i

/** Whether words or a code say that an allowance is used up: money, credits, a quota. Give it a bounded text. */
export function isSpentAllowance(words: string): boolean {
  return SPENT.test(words)
}

/** Whether words or a code say that calls come too fast. Give it a bounded text. */
export function isRateLimit(words: string): boolean {
  return RATE.test(words)
}
