// A source that is left out without a word, and one whose gap is named.
import { combine } from 'toolspan'

interface Shop {
  readonly name: string
  search(query: string): Promise<readonly unknown[]>
}

// snippet:dropped-source-before
export async function before(shops: readonly Shop[], query: string) {
  const answers = await Promise.all(shops.map((shop) => shop.search(query).catch(() => [])))
  return answers.flat()
}
// end

// snippet:dropped-source-after
export async function after(shops: readonly Shop[], query: string) {
  const legs = await Promise.allSettled(shops.map((shop) => shop.search(query)))
  return combine(
    legs.map((leg, at) => ({ source: shops[at]?.name ?? 'a shop', ...leg })),
    { searched: { query } },
  )
}
// end
