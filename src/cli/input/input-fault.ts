/** Why the rest of an input cannot be read, in words for the person who named it. */
export class InputFault extends Error {
  /** Where, as a byte offset; absent where that says nothing. */
  readonly offset: number | undefined

  constructor(message: string, offset?: number) {
    super(message)
    this.name = 'InputFault'
    this.offset = offset
  }
}
