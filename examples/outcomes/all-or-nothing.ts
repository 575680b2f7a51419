// A failure half way that throws away what was found, and one that hands it on.
import { failed, found } from 'toolspan'

type ReadChapter = (chapter: number) => Promise<string>

// snippet:all-or-nothing-before
export async function before(readChapter: ReadChapter, chapters: number) {
  const texts: string[] = []
  for (let chapter = 1; chapter <= chapters; chapter++) texts.push(await readChapter(chapter))
  return texts
}
// end

// snippet:all-or-nothing-after
export async function after(readChapter: ReadChapter, chapters: number) {
  const texts: string[] = []
  for (let chapter = 1; chapter <= chapters; chapter++) {
    try {
      texts.push(await readChapter(chapter))
    } catch (error) {
      return failed({
        errorCategory: 'transient',
        message: `Chapter ${chapter} of ${chapters} could not be read`,
        detail: String(error),
        partialResults: texts,
        unresolvedSources: [`chapters ${chapter} to ${chapters}`],
      })
    }
  }
  return found(texts, { total: chapters })
}
// end
