import { expect, test } from 'vitest'
import { readTailSettings, type TailSources } from '../../../src/service/settings/tail-settings.ts'

type Given = Partial<Omit<TailSources, 'file'>> & { readonly file?: unknown }

function read({ file, ...sources }: Given) {
  const where = (key = '') => `a.yaml(${key}): `
  return readTailSettings({ flags: {}, env: {}, file: { value: file, where }, ...sources })
}

function settingsOf(sources: Given) {
  const got = read(sources)
  if ('faults' in got) throw new Error(got.faults.join('\n'))
  return got.settings
}

test('has a default for everything that needs one', () => {
  const settings = settingsOf({})
  expect(settings.text('listen')).toBe('127.0.0.1')
  expect(settings.number('httpPort')).toBe(4318)
  expect(settings.text('export')).toBe('')
})

test('takes a flag before a variable, and a variable before the file', () => {
  const file = { httpPort: 1, grpcPort: 1, metricsPort: 1 }
  const env = { TOOLSPAN_TAIL_HTTP_PORT: '2', TOOLSPAN_TAIL_GRPC_PORT: '2' }
  const settings = settingsOf({ file, env, flags: { httpPort: '3' } })
  expect([settings.number('httpPort'), settings.number('grpcPort'), settings.number('metricsPort')]).toEqual([
    3, 2, 1,
  ])
})

test('passes over variables that are empty', () => {
  expect(settingsOf({ env: { TOOLSPAN_TAIL_LISTEN: '' } }).text('listen')).toBe('127.0.0.1')
})

test('names what is wrong by where it stands, with what was expected and what came', () => {
  const got = read({
    flags: { httpPort: 'many' },
    env: { TOOLSPAN_TAIL_EXPORT: 'collector:4318' },
    file: { maxSpan: 5, quietMs: -1, listen: '' },
  })
  expect('faults' in got ? got.faults : []).toEqual([
    'a.yaml(maxSpan): tail.maxSpan: unknown key; did you mean maxSpans?',
    '--http-port: expected a whole number from 0 to 65535, got "many"',
    'TOOLSPAN_TAIL_EXPORT: expected an address such as http://localhost:4318, got "collector:4318"',
    'a.yaml(quietMs): tail.quietMs: expected a whole number from 100 to 3600000, got -1',
  ])
  expect(read({ file: [1] })).toEqual({
    faults: ['a.yaml(): tail: expected an object with keys and values, got an array'],
  })
})
