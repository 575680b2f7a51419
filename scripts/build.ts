// Builds dist/ from src/ with tsc, and marks the command as executable.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (existsSync('dist/cli/main.js')) chmodSync('dist/cli/main.js', 0o755)
