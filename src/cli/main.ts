#!/usr/bin/env node
import { Command } from 'commander'
import { checkCommand } from './check.ts'
import { explainCommand } from './explain.ts'
import { packageVersion } from './package-version.ts'
import { rulesCommand } from './rules.ts'
import { tailCommand } from './tail.ts'

/** Exit code for a command line that cannot be understood and for an error of ours; 1 is kept for findings. */
const FAILED = 2

// A reader that stops early, such as head, closes the pipe: that is the end of the work, not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  console.error(`standard output cannot be written: ${error.message}`)
  process.exit(FAILED)
})

const program = new Command('toolspan')
  .description('Shows what agents do not: silent empties and retry storms in traces of tool calls.')
  .version(packageVersion())
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : FAILED))

for (const command of [checkCommand(), tailCommand(), rulesCommand(), explainCommand()]) {
  program.addCommand(command.copyInheritedSettings(program))
}

try {
  await program.parseAsync()
} catch (error) {
  // Without this an error of ours would end with exit code 1, which says that there are findings.
  console.error(error)
  process.exitCode = FAILED
}
