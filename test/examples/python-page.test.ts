import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWireEcho } from '../../src/budget/wire-echo.ts'
import { readWireLedger } from '../../src/budget/wire-ledger.ts'
import { ROOT } from './built.ts'
import { codeBlocks } from './readme-blocks.ts'

const EXAMPLE = join(ROOT, 'examples/python')
const page = readFileSync(join(ROOT, 'docs/python.md'), 'utf8')
const blocks = codeBlocks(page)
const ofLanguage = (wanted: string): string[] =>
  blocks.flatMap(({ language, code }) => (language === wanted ? [code] : []))

it('the Python code takes every name from what is generated', () => {
  const folder = join(EXAMPLE, 'toolspan_mcp')
  const files = readdirSync(folder).filter((name) => name.endsWith('.py') && name !== 'names.py')
  expect(files.length).toBeGreaterThan(5)
  const literal = /["'](?:toolspan[./]|gen_ai\.|mcp\.|error\.type|rpc\.)[^"']*["']/
  for (const name of files) expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(literal)
})

describe('docs/python.md', () => {
  it('shows code of the servers that the slow tests start, word for word', () => {
    const files = ['server.py', 'relay.py']
      .map((name) => readFileSync(join(EXAMPLE, name), 'utf8'))
      .join('\n')
    expect(ofLanguage('python').length).toBeGreaterThan(3)
    for (const code of ofLanguage('python')) expect(files).toContain(code)
  })

  it('shows a ledger and an echo that are believed', () => {
    const [ledger, echo] = ofLanguage('json').map((text) => JSON.parse(text))
    expect(readWireLedger(ledger)).toEqual(ledger)
    const { alone: _, ...rest } = echo
    expect(readWireEcho(echo)).toEqual(rest)
  })

  it('names files that are there', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target)
    expect(links.length).toBeGreaterThan(5)
    for (const target of links) expect(existsSync(join(ROOT, 'docs', target)), target).toBe(true)
    const [commands = ''] = ofLanguage('sh')
    for (const file of ['requirements.txt', 'server.py']) {
      expect(commands).toContain(file)
      expect(existsSync(join(EXAMPLE, file)), file).toBe(true)
    }
  })

  it('points at headings that are there', () => {
    const anchors = [...page.matchAll(/\]\(([\w-]+\.md)#([\w-]+)\)/g)]
    expect(anchors.length).toBeGreaterThan(2)
    for (const [, file = '', anchor] of anchors) {
      const headings = readFileSync(join(ROOT, 'docs', file), 'utf8').matchAll(/^#+ (.+)$/gm)
      const slugs = [...headings].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
      expect(slugs, file).toContain(anchor)
    }
  })
})
