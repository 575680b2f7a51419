import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPOSE, ROOT } from '../run/compose.ts'
import { COMPONENTS } from './index.ts'
import { OLDEST_GO } from './releases.ts'

/** What a component is called in docker-compose.yml, and there of the same release. Jaeger is not (differences.ts). */
const SAME_RELEASE = ['collector', 'prometheus', 'alertmanager']

test('what is built is of the releases that docker-compose.yml runs', () => {
  for (const service of SAME_RELEASE) {
    const component = COMPONENTS.find(({ name }) => name === service)
    expect([service, COMPOSE[service]?.image?.split(':')[1]?.replace('v', '')]).toEqual([
      service,
      component?.version,
    ])
  }
  expect(COMPONENTS.map(({ name }) => name).toSorted()).toEqual([...SAME_RELEASE, 'jaeger'].toSorted())
})

test('CI asks for the Go that the builds ask for', () => {
  const asked = /^go_wanted=(?<version>\S+)$/m.exec(readFileSync(join(ROOT, '.ci/run'), 'utf8'))?.groups
    ?.version
  expect(asked).toBe(OLDEST_GO)
})
