const SPENT =
  /\bquota\b|insufficient[_ ](?:funds|credits?|balance|quota)|(?:credit|balance)\b.{0,30}\btoo low|payment[_ ]required|\bbilling\b|(?:usage|session|weekly|monthly|daily|spend(?:ing)?)[_ ]limit\b/i
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
