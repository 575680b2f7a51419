import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ALERTMANAGER } from './build/alertmanager.ts'
import { programOf } from './build/cache.ts'
import { COLLECTOR } from './build/collector.ts'
import { PROMETHEUS } from './build/prometheus.ts'
import { ROOT } from './run/compose.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolspan-configs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: ROOT, encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

for (const config of ['single.yaml', 'gateway.yaml', 'backend.yaml']) {
  test(`the Collector accepts ${config}, and has nothing to warn of`, () => {
    const { status, text } = run(
      programOf(COLLECTOR, 'otelcol'),
      'validate',
      '--config',
      `collector/${config}`,
    )
    expect(text).toBe('')
    expect(status).toBe(0)
  })
}

test('the Collector accepts the configs inside the manifests for Kubernetes', () => {
  const configs = readdirSync(join(ROOT, 'collector/kubernetes')).flatMap((file) =>
    parseAllDocuments(readFileSync(join(ROOT, 'collector/kubernetes', file), 'utf8'))
      .map((document) => document.toJS())
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ data }) => Object.entries<string>(data)),
  )
  expect(configs.map(([name]) => name).toSorted()).toEqual(['backend.yaml', 'gateway.yaml'])
  for (const [name, text] of configs) {
    const path = join(folder, name)
    writeFileSync(path, text)
    expect([name, run(programOf(COLLECTOR, 'otelcol'), 'validate', '--config', path)]).toEqual([
      name,
      { status: 0, text: '' },
    ])
  }
})

test('promtool accepts the configuration of Prometheus and the rules', () => {
  const promtool = programOf(PROMETHEUS, 'promtool')
  const config = run(promtool, 'check', 'config', 'dashboards/prometheus/prometheus.yml')
  expect(config.text).toContain('SUCCESS')
  expect(config.status).toBe(0)
  const rules = run(
    promtool,
    'check',
    'rules',
    '--lint=all',
    '--lint-fatal',
    'dashboards/prometheus/alerts.rules.yml',
  )
  expect(rules.text).toContain('SUCCESS')
  expect(rules.status).toBe(0)
})

test('REQ-30 the unit tests of the alerts pass in the promtool of this release', () => {
  const tested = run(
    programOf(PROMETHEUS, 'promtool'),
    'test',
    'rules',
    'dashboards/prometheus/alerts.test.yml',
  )
  expect(tested.text).toContain('SUCCESS')
  expect(tested.status).toBe(0)
})

test('amtool accepts the configuration of Alertmanager, and routes pages to the pager alone', () => {
  const amtool = programOf(ALERTMANAGER, 'amtool')
  const config = 'dashboards/alertmanager/alertmanager.yml'
  const checked = run(amtool, 'check-config', config)
  expect(checked.text).toContain('SUCCESS')
  expect(checked.status).toBe(0)
  const receiverOf = (severity: string) =>
    run(amtool, 'config', 'routes', 'test', `--config.file=${config}`, `severity=${severity}`).text.trim()
  expect(receiverOf('critical')).toBe('page')
  expect(receiverOf('warning')).toBe('working-hours')
})
