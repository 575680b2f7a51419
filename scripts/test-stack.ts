// npm run test:stack: builds the Collector, Jaeger, Prometheus and Alertmanager, starts them with the files of
// collector/ and dashboards/, and looks at all of it from the outside. `-- --build` only builds.
import { buildMissing } from '../test/stack/build/index.ts'
import { composeStep } from './test/compose-step.ts'
import { runSteps } from './test/run-steps.ts'
import { stackDifferencesStep } from './test/stack-differences-step.ts'
import { vitestStep } from './test/vitest-step.ts'

const onlyBuilds = process.argv.includes('--build')
// What is said on the way comes in the middle of it: a first build takes many minutes.
const missing = await buildMissing(console.log)
if (missing !== undefined) console.log(`${missing}\nWithout it nothing of the real stack is tested.`)
if (!onlyBuilds) {
  await runSteps([composeStep, ...(missing === undefined ? [stackDifferencesStep, vitestStep('stack')] : [])])
}
