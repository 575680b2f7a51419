import type { ClientLibrary } from '../facts/client-library.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** Libraries that carry requests for others: whoever stands above them repeats, where somebody does. */
const CARRIERS: ReadonlySet<ClientLibrary | undefined> = new Set<ClientLibrary>([
  'undici',
  'urllib3',
  'httpx',
  'grpc',
])

/** Errors that libraries throw when their own tries are used up. */
const SPENT: readonly (readonly [RegExp, ClientLibrary])[] = [
  [/tenacity/i, 'tenacity'],
  [/^AI_RetryError$/, 'vercel_ai'],
  [/MaxRetryError|^requests\..*RetryError$/, 'urllib3'],
]

/** The library that makes the tries of one budget, as far as the spans tell. */
export function clientBehind(tries: readonly Try[], tree: SpanTree): ClientLibrary | undefined {
  const [first] = tries
  if (first === undefined) return undefined
  const { span, outer } = first
  const spent = spentBy(tree.parentOf(span))
  if (spent !== undefined || span.role === 'tool') return spent
  // The span of a model call is what its client made of it: whoever repeats it stands above.
  const own = span.role === 'model' ? undefined : span.client
  if (own !== undefined && !CARRIERS.has(own)) return own
  for (const above of tree.ancestorsOf(span)) {
    if (above === outer?.span && above.role !== 'model') break
    if (above.client !== undefined && !CARRIERS.has(above.client)) return above.client
  }
  return own
}

function spentBy(parent: SpanFacts | undefined): ClientLibrary | undefined {
  const { errorType } = parent ?? {}
  return errorType === undefined ? undefined : SPENT.find(([pattern]) => pattern.test(errorType))?.[1]
}
