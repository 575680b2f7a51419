import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('a header and nothing below it', () => {
  it.each([
    '| name | age |\n| --- | --- |\n',
    'id,name,created_at\n',
    'id;name;created\n',
    'Changes not staged:\n',
    'CONTAINER ID   IMAGE   COMMAND   STATUS\n',
    '## Open issues\n\n',
  ])('%j', (text) => {
    expect(readText(text)).toMatchObject({ status: 'found_none', reason: 'header_only' })
  })

  it.each([
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    'name,age\nbob,3\n',
    'a,b,c',
    'red, green, blue\n',
    'Name:\nJohn',
    'NASA AND ESA',
    'NAME   STATUS\nweb    up\n',
    '# A\n\nb',
    '{"a":',
  ])('%j has something', (text) => {
    expect(readText(text).status).toBe('found')
  })
})
