import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'

const read = (value: unknown) => classifyValue(value, { effect: 'read' })

describe('process output', () => {
  it('an error code, nothing printed and words on stderr is a failure', () => {
    expect(read({ exitCode: 2, stdout: '', stderr: './private: Permission denied' })).toMatchObject({
      status: 'failed',
      reason: 'exit_code',
      category: 'permission',
      retryable: false,
    })
  })

  it('one without a word on either stream is how search programs say "no match"', () => {
    expect(read({ exit_code: 1, stdout: '', stderr: '' }).status).toBe('found_none')
    expect(read({ exit_code: 127, stdout: '', stderr: '' }).status).toBe('failed')
  })

  it('one that printed something did its work', () => {
    const report = { exitCode: 1, stdout: '142 tests, 2 failed\n', stderr: '' }
    expect(classifyValue(report, { effect: 'unknown' }).status).toBe('found')
  })

  it('a code of zero with a warning on stderr is no failure', () => {
    expect(read({ exitCode: 0, stdout: 'a.txt\n', stderr: 'warning: slow' }).status).toBe('found')
  })
})
