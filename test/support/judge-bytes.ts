import { createProblemLog } from '../../src/cli/input/problems.ts'
import type { FileJudgement } from '../../src/cli/judge/file-judge.ts'
import { judgeSources } from '../../src/cli/judge/judge-sources.ts'

/** What `toolspan check` makes of an input called `in`. */
export interface JudgedBytes extends FileJudgement {
  /** What it tells on the way, a line each. */
  readonly told: readonly string[]
}

export async function judgeBytes(bytes: Uint8Array, chunkBytes = 65_536): Promise<JudgedBytes> {
  const told: string[] = []
  const problems = createProblemLog((text) => told.push(text))
  async function* open() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const judgement = await judgeSources([{ name: 'in', size: bytes.length, open }], { problems, threads: 0 })
  problems.close()
  return { ...judgement, told }
}
