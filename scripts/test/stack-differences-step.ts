import { DIFFERENCES } from '../../test/stack/differences.ts'
import type { Step } from './step.ts'

/** A step that says what the stack of the tests is, and what it is not. */
export const stackDifferencesStep: Step = {
  name: 'stack',
  async run() {
    return {
      passed: 0,
      failed: 0,
      note: 'but for this it is that of docker-compose.yml:',
      remarks: DIFFERENCES,
    }
  },
}
