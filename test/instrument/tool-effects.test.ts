import { describe, expect, test } from 'vitest'
import { createToolDirectory, factsOfTool } from '../../src/instrument/tool-effects.ts'

describe('effect of a tool by its annotations', () => {
  test.each([
    [{ readOnlyHint: true }, 'read', undefined],
    [{ readOnlyHint: true, idempotentHint: false }, 'read', undefined],
    [{ readOnlyHint: false }, 'write', undefined],
    [{ destructiveHint: false }, 'write', undefined],
    [{ readOnlyHint: false, idempotentHint: true }, 'write', true],
    [{ idempotentHint: false }, 'write', false],
    [{ title: 'Search' }, 'unknown', undefined],
    [{ openWorldHint: true }, 'unknown', undefined],
    [{}, 'unknown', undefined],
    [undefined, 'unknown', undefined],
    [{ readOnlyHint: 'yes' }, 'unknown', undefined],
  ])('%j is %s', (annotations, effect, idempotent) => {
    expect(factsOfTool(annotations, false)).toMatchObject({ effect })
    expect(factsOfTool(annotations, false).idempotent).toBe(idempotent)
  })
})

describe('directory of tools', () => {
  const page = (name: string) => ({
    tools: [{ name, annotations: { readOnlyHint: true }, outputSchema: {} }],
  })

  test('knows nothing of a tool that no list named', () => {
    expect(createToolDirectory().of('search')).toEqual({ effect: 'unknown' })
  })

  test('takes further pages in and lets a new first page replace all', () => {
    const directory = createToolDirectory()
    directory.learn(page('a'), true)
    directory.learn(page('b'), false)
    expect(directory.of('a')).toEqual({ effect: 'read', declaredOutputSchema: true })
    expect(directory.of('b').effect).toBe('read')
    directory.learn(page('c'), true)
    expect(directory.of('a').effect).toBe('unknown')
    expect(directory.of('c').effect).toBe('read')
  })

  test('believes the application before the annotations', () => {
    const directory = createToolDirectory({ a: { effect: 'write', idempotent: true } })
    expect(directory.of('a')).toEqual({ effect: 'write', idempotent: true })
    directory.learn(page('a'), true)
    expect(directory.of('a')).toEqual({ effect: 'write', idempotent: true, declaredOutputSchema: true })
    expect(directory.of('a', { effect: 'read' }).effect).toBe('write')
  })

  test.each([undefined, null, {}, { tools: 'none' }, { tools: [null, 1, {}, { name: 7 }] }])(
    'is not put off by an answer that is no list of tools: %j',
    (answer) => {
      const directory = createToolDirectory()
      directory.learn(answer, true)
      expect(directory.of('a').effect).toBe('unknown')
    },
  )

  test('holds a limited number of tools', () => {
    const directory = createToolDirectory()
    const tools = Array.from({ length: 10_001 }, (_, index) => ({
      name: `t${index}`,
      annotations: { readOnlyHint: true },
    }))
    directory.learn({ tools }, true)
    expect(directory.of('t9999').effect).toBe('read')
    expect(directory.of('t10000').effect).toBe('unknown')
  })
})
