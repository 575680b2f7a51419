import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const SLOW_TESTS = 'test/**/*.slow.test.ts'
const STACK_TESTS = 'test/stack/**/*.stack.test.ts'

export default defineConfig({
  resolve: {
    alias: {
      'toolspan/vitest': fileURLToPath(new URL('./src/vitest/index.ts', import.meta.url)),
      toolspan: fileURLToPath(new URL('./src/index.ts', import.meta.url)),
    },
  },
  test: {
    reporters: ['dot'],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [SLOW_TESTS, STACK_TESTS],
          testTimeout: 20_000,
        },
      },
      // Tests that install packages or start whole applications.
      {
        extends: true,
        test: { name: 'slow', include: [SLOW_TESTS], testTimeout: 180_000, hookTimeout: 180_000 },
      },
      // Tests of the real stack: npm run test:stack. They mostly wait, so several stacks run at the same time.
      {
        extends: true,
        test: {
          name: 'stack',
          include: [STACK_TESTS],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
