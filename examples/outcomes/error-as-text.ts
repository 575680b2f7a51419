// An error in the words of a result, and one that the protocol knows.
import { failed, found } from 'toolspan'

type ReadPage = (url: string) => Promise<string>

// snippet:error-as-text-before
export async function before(readPage: ReadPage, url: string) {
  try {
    return { content: [{ type: 'text', text: await readPage(url) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: `Error: ${String(error)}` }] }
  }
}
// end

// snippet:error-as-text-after
export async function after(readPage: ReadPage, url: string) {
  try {
    return found([await readPage(url)])
  } catch (error) {
    return failed({
      errorCategory: 'transient',
      message: `${url} could not be read`,
      detail: String(error),
      attemptedQuery: { url },
    })
  }
}
// end
