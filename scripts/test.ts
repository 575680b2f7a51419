// npm test: builds, then checks everything that can be checked without other machines.
import { bundleStep } from './test/bundle-step.ts'
import { commandStep } from './test/command.ts'
import { runSteps } from './test/run-steps.ts'
import { vitestStep } from './test/vitest-step.ts'

await runSteps([
  commandStep('build', 'node', 'scripts/build.ts'),
  commandStep('types', 'tsc', '-p', 'tsconfig.json'),
  commandStep('lint', 'biome', 'check', '--error-on-warnings', '.'),
  commandStep('generated files', 'node', 'scripts/generate.ts', '--check'),
  vitestStep('fast'),
  commandStep('publint', 'publint', '--strict'),
  commandStep('exported types', 'attw', '--pack', '.', '--profile', 'esm-only'),
  bundleStep,
])
