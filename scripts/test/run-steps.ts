import type { Step } from './step.ts'

/**
 * Runs the steps one after the other, prints a line for each and one plain line at the end:
 * `N passed, N failed`. Sets the exit code.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const width = Math.max(...steps.map(({ name }) => name.length))
  let passed = 0
  let failed = 0
  for (const step of steps) {
    const startMs = performance.now()
    const result = await step.run()
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    passed += result.passed
    failed += result.failed
    const mark = result.failed === 0 ? 'ok  ' : 'FAIL'
    console.log(
      `${mark}  ${step.name.padEnd(width)}  ${seconds.padStart(5)} s  ${result.note ?? ''}`.trimEnd(),
    )
    for (const remark of result.remarks ?? []) console.log(`      ${remark}`)
    if (result.details !== undefined) console.log(`\n${result.details.trim()}\n`)
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
