import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Component } from './component.ts'
import { BUILD_FLAGS } from './go.ts'
import { RELEASES } from './releases.ts'

const { module, version } = RELEASES.alertmanager
const programs = ['alertmanager', 'amtool']
/** Its built pages, which the program embeds and the module lacks. */
const PAGES = ['ui/app/dist/elm', 'ui/app/dist/mantine']

/** Alertmanager with empty pages. */
export const ALERTMANAGER: Component = {
  name: 'alertmanager',
  version,
  key: version,
  programs,
  async build({ work, into }, go) {
    const told = JSON.parse(await go.run(work, 'mod', 'download', '-json', module))
    const sources = join(work, 'sources')
    // Files of the module cache may not be written to; copies of ours have to be.
    cpSync(told.Dir, sources, { recursive: true })
    await go.runProgram('chmod', work, '-R', 'u+w', sources)
    for (const page of PAGES) {
      mkdirSync(join(sources, page), { recursive: true })
      writeFileSync(join(sources, page, 'index.html'), 'The page is not part of this build.\n')
    }
    for (const name of programs)
      await go.run(sources, 'build', ...BUILD_FLAGS, '-o', join(into, name), `./cmd/${name}`)
  },
}
