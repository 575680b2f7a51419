import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { classifyError } from '../../../src/outcome/classify-error.ts'

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('errors of the file system', () => {
  it('a real missing file needs another path, a real folder as well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolspan-'))
    for (const path of [join(folder, 'missing'), folder]) {
      expect(
        classifyError(
          thrownBy(() => readFileSync(path)),
          { effect: 'read' },
        ),
      ).toMatchObject({
        status: 'failed',
        category: 'validation',
        retryable: false,
      })
    }
  })

  it.each([
    ['EACCES', 'permission', false],
    ['ENOSPC', 'business', false],
    ['EMFILE', 'transient', true],
    ['ENOTEMPTY', undefined, false],
  ])('%s', (code, category, retryable) => {
    const outcome = classifyError(coded(code), { effect: 'write' })
    expect([outcome.category, outcome.retryable, outcome.code]).toEqual([category, retryable, code])
  })
})
