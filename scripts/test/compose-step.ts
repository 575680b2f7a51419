import { runCommand } from './command.ts'
import type { Step } from './step.ts'

const NOT_HERE =
  'docker-compose is not here, so that it did not read docker-compose.yml: apt-get install docker-compose'

/** A step that lets docker-compose read the compose file. It needs no engine for that. */
export const composeStep: Step = {
  name: 'docker-compose config',
  async run() {
    const { ok, output } = await runCommand('docker-compose', ['version', '--short'])
    if (!ok) return { passed: 0, failed: 0, note: 'NOT RUN', remarks: [NOT_HERE] }
    const read = await runCommand('docker-compose', ['--profile', 'demo', 'config', '--quiet'])
    const note = `docker-compose ${output.trim()}`
    return read.ok ? { passed: 1, failed: 0, note } : { passed: 0, failed: 1, note, details: read.output }
  },
}
