import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './built.ts'
import { codeBlocks, snippetsOf } from './readme-blocks.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const snippets = new Map(
  readdirSync(join(ROOT, 'examples'))
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...snippetsOf(readFileSync(join(ROOT, 'examples', name), 'utf8'))]),
)

describe('README', () => {
  it('shows code that stands in an example, word for word', () => {
    const shown = codeBlocks(readme).filter(({ language }) => language === 'ts')
    expect(shown.length).toBeGreaterThan(0)
    for (const { code } of shown) expect([...snippets.values()]).toContain(code)
  })

  it('shows every example that is marked as a snippet', () => {
    for (const [name, code] of snippets) expect(readme, name).toContain(code)
  })

  it('names only commands of package.json', () => {
    const scripts = new Set(Object.keys(Object(Reflect.get(Object(manifest), 'scripts'))))
    for (const [, script = ''] of readme.matchAll(/npm (?:run )?(test|demo|run \w+)/g)) {
      expect(scripts).toContain(script.replace('run ', ''))
    }
  })

  it('links only to files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target)
    expect(links.length).toBeGreaterThan(0)
    for (const target of links) expect(existsSync(join(ROOT, target)), target).toBe(true)
  })
})
