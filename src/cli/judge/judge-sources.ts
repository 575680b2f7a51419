import type { ToolspanSettings } from '../../config/settings.ts'
import type { ProblemLog } from '../input/problems.ts'
import { readSource } from '../input/read-source.ts'
import { counted, type Source } from '../input/source.ts'
import { createFileJudge, type FileJudgement } from './file-judge.ts'

export interface JudgeSourcesOptions {
  readonly settings?: ToolspanSettings
  /** The rules to judge by. Default all that are not off. */
  readonly only?: readonly string[] | undefined
  /** What cannot be read is told here; everything else is judged all the same. */
  readonly problems: ProblemLog
  /** Told of bytes as they are read. */
  readonly onBytes?: (bytes: number) => void
  /** How many threads read. Default: as many as there are processors, at most 4. */
  readonly threads?: number
}

/** Reads all sources and judges what is in them. */
export async function judgeSources(
  sources: readonly Source[],
  { settings, only, problems, onBytes = () => {}, threads }: JudgeSourcesOptions,
): Promise<FileJudgement> {
  const fileJudge = createFileJudge({
    ...(settings === undefined ? {} : { settings }),
    ...(only === undefined ? {} : { only }),
    ...(threads === undefined ? {} : { threads }),
    expectedBytes: totalSize(sources),
    onBlock({ source, problems: told, moreProblems }) {
      for (const { where, message } of told) problems.report(source, where, message)
      problems.more(source, moreProblems)
    },
  })
  try {
    for (const source of sources) {
      await readSource(counted(source, onBytes), {
        block: (block) => fileJudge.read(source.name, block),
        problem: (where, message) => fileJudge.fault(source.name, where, message),
      })
    }
    return await fileJudge.finish()
  } finally {
    await fileJudge.close()
  }
}

/** Bytes of all sources; undefined where that of any is not known. */
export function totalSize(sources: readonly Source[]): number | undefined {
  let total = 0
  for (const { size } of sources) {
    if (size === undefined) return undefined
    total += size
  }
  return total
}
