// npm run test:slow: what takes long or needs a package registry. .ci/run runs it after npm test.
import { demoStep } from './test/demo-step.ts'
import { runSteps } from './test/run-steps.ts'
import { vitestStep } from './test/vitest-step.ts'

await runSteps([vitestStep('slow'), demoStep])
