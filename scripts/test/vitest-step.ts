import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runCommand } from './command.ts'
import type { Step, StepResult } from './step.ts'

/** The part of vitest's JSON report that is counted. */
const REPORT = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})
type Report = z.infer<typeof REPORT>

/** What a loader of handed cases says about how many of them pass. */
const CASE_COUNT = /\w+ cases: .+/g

/** A step that runs a vitest project; each of its tests counts as one. */
export function vitestStep(project: string): Step {
  return {
    name: `tests (${project})`,
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'toolspan-test-'))
      const reportPath = join(folder, 'report.json')
      try {
        const { ok, output } = await runCommand('vitest', [
          'run',
          `--project=${project}`,
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${reportPath}`,
        ])
        return count(REPORT.parse(JSON.parse(readFileSync(reportPath, 'utf8'))), ok, output)
      } catch (error) {
        return { passed: 0, failed: 1, details: `vitest left no report: ${String(error)}` }
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

function count(report: Report, ok: boolean, output: string): StepResult {
  const statuses = report.testResults.flatMap((file) => file.assertionResults.map(({ status }) => status))
  const passed = statuses.filter((status) => status === 'passed').length
  const failedTests = statuses.filter((status) => status === 'failed').length
  // A file that cannot be loaded, or holds no test, has no tests to count.
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length
  // An error outside of all tests fails the run without failing a test.
  const failed = Math.max(failedTests + failedFiles, ok && report.success ? 0 : 1)
  const note = `${passed + failedTests} tests`
  const remarks = output.match(CASE_COUNT) ?? []
  return { passed, failed, note, remarks, ...(failed === 0 ? {} : { details: output }) }
}
