// Builds dist/ from src/ with tsc, and marks the command as executable.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status === 0) chmodSync('dist/cli/main.js', 0o755)
process.exitCode = status ?? 1
