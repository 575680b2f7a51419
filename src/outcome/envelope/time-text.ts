/** A point in time, RFC 3339 or its date alone: any other text would be content. */
export const TIME_TEXT =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/
