import { readOtlpJson } from '../../tail/facts/otlp-json.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'
import { readDocuments } from './documents.ts'
import type { ProblemLog } from './problems.ts'
import { openSource, sourceFault } from './source.ts'

/** Hands over every span of a file (`-`: of standard input); what cannot be read goes to the log. */
export async function readTraces(
  file: string,
  take: (span: SpanInput) => void,
  problems: ProblemLog,
): Promise<void> {
  const name = file === '-' ? 'standard input' : file
  let isEmpty = true
  try {
    for await (const document of readDocuments(openSource(file))) {
      isEmpty = false
      if ('fault' in document) {
        problems.report(name, document.line, document.fault)
        continue
      }
      readOtlpJson(document.value, {
        span: take,
        problem: (message) => problems.report(name, document.line, message),
      })
    }
  } catch (error) {
    problems.report(name, undefined, sourceFault(error))
    return
  }
  if (isEmpty) problems.report(name, undefined, 'is empty, expected OTLP/JSON')
}
