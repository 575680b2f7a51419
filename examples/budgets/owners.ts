import { recover } from 'toolspan'

/** Somebody who asks again when it fails. The name says who. */
export type Owner = <T>(name: string, ask: () => Promise<T>) => Promise<T>

/** The loop that is found everywhere: three tries, whatever those above and below it do. */
const loop: Owner = async (_name, ask) => {
  for (let number = 1; ; number++) {
    try {
      return await ask()
    } catch (error) {
      if (number === 3) throw error
    }
  }
}

/** The same three tries, out of one budget. */
const budget: Owner = (name, ask) =>
  recover({ owner: name, maxAttempts: 3, deadlineMs: 10_000, effect: 'read' }, ask)

export const OWNERS = { loop, budget }
export type OwnerKind = keyof typeof OWNERS

export function isOwnerKind(text: string | undefined): text is OwnerKind {
  return text !== undefined && Object.hasOwn(OWNERS, text)
}
