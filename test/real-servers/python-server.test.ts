import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pythonServer, WITHOUT_PYTHON } from './python-server.ts'

const wanted = { name: 'no-such-server', version: '0.0.0' }

beforeEach(() => {
  // Nothing is found there, Python least of all.
  vi.stubEnv('PATH', '/nowhere')
})
afterEach(() => vi.unstubAllEnvs())

it('a machine without Python fails, and says why and what to do', () => {
  vi.stubEnv(WITHOUT_PYTHON, undefined)
  expect(() => pythonServer(wanted, [])).toThrow(
    /no Python server no-such-server: .*\n.*TOOLSPAN_NO_PYTHON_SERVERS=1/,
  )
})

it('a machine that is known to have none goes on without the server', () => {
  vi.stubEnv(WITHOUT_PYTHON, '1')
  expect(pythonServer(wanted, [])).toBeUndefined()
})
