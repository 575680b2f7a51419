import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { EVERY_ALERT } from '../../dashboards/src/alerts/index.ts'
import { JOB } from '../../dashboards/src/foreign-series.ts'
import { LABEL } from '../../dashboards/src/series.ts'
import {
  METRIC_TOOLSPAN_FINDINGS,
  METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
  METRICS,
} from '../../src/semconv/metrics.ts'
import { prometheusSeries } from '../../src/semconv/prometheus-name.ts'
import { findPromtool, NO_PROMTOOL, runPromtool } from '../support/promtool.ts'
import { ROOT, textOf } from './read-config.ts'

interface Service {
  readonly image?: string
  readonly build?: { readonly dockerfile: string }
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly profiles?: readonly string[]
}

const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  textOf('docker-compose.yml'),
)
const services = Object.entries(compose.services)
const packageJson = JSON.parse(textOf('package.json'))
const packageLock = JSON.parse(textOf('package-lock.json'))
const promtool = findPromtool()
if (promtool === undefined) console.warn(NO_PROMTOOL)

test('dclint has nothing to say about the compose file, which fits the schema of the compose specification', () => {
  const lint = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/dclint/bin/dclint.cjs'), '--max-warnings', '0', 'docker-compose.yml'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  expect((lint.stdout + lint.stderr).trim()).toBe('')
  expect(lint.status).toBe(0)
})

test('every port is on loopback only', () => {
  const ports = services.flatMap(([, { ports = [] }]) => ports)
  expect(ports.length).toBeGreaterThan(4)
  expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([])
})

test('every image is pinned to a version', () => {
  const images = services.flatMap(([, { image }]) => image ?? [])
  expect(images.filter((image) => !/:v?\d+\.\d+\.\d+(-[\w-]+)?$/.test(image))).toEqual([])
  const bases = services.flatMap(([, { build }]) =>
    build === undefined
      ? []
      : [...textOf(build.dockerfile).matchAll(/^FROM (?<image>\S+)/gm)].map(
          (match) => match.groups?.image ?? '',
        ),
  )
  expect(bases.length).toBeGreaterThan(1)
  const node = `node:${packageJson.devDependencies.node}-bookworm-slim`
  expect(bases.filter((image) => image !== node)).toEqual([])
  expect(images.filter((image) => image.startsWith('node:') && image !== node)).toEqual([])
})

test('Jaeger stays at 2.20.0: newer ones lack the search that Grafana sends', () => {
  expect(compose.services.jaeger?.image).toBe('jaegertracing/jaeger:2.20.0')
})

test('the Collector is the release that the slim one is built of', () => {
  const { dist } = parse(textOf('collector/builder.yaml'))
  expect(compose.services.collector?.image).toBe(`otel/opentelemetry-collector-contrib:${dist.version}`)
})

test('every file that is mounted exists, and every volume is declared', () => {
  const mounts = services.flatMap(([, { volumes = [] }]) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const files = mounts.filter((source) => source.startsWith('./'))
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const named = mounts.filter((source) => !source.startsWith('./'))
  expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
})

test('whatever stays up is asked whether it is well, by itself or from outside', () => {
  const probed =
    compose.services.ready?.healthcheck?.test.flatMap((part) => URL.parse(part)?.hostname ?? []) ?? []
  const silent = services.filter(
    ([name, { healthcheck, profiles, build }]) =>
      healthcheck === undefined &&
      profiles === undefined &&
      !probed.includes(name) &&
      !(build !== undefined && textOf(build.dockerfile).includes('HEALTHCHECK')),
  )
  expect(silent.map(([name]) => name)).toEqual([])
  expect(probed.filter((name) => compose.services[name] === undefined)).toEqual([])
})

test('services know one another under their names', () => {
  const texts = [
    ...services.flatMap(([, { environment = {}, command = [] }]) => [
      ...Object.values(environment),
      ...command,
    ]),
    textOf('dashboards/alertmanager/alertmanager.yml'),
    textOf('dashboards/provisioning/datasources/datasources.yml'),
  ]
  const hosts = texts.flatMap((text) =>
    [...text.matchAll(/http:\/\/(?<host>[a-z-]+):\d+/g)].map((match) => match.groups?.host ?? ''),
  )
  expect(hosts.length).toBeGreaterThan(5)
  expect(hosts.filter((host) => compose.services[host] === undefined)).toEqual([])
})

test('Prometheus fetches under the names of jobs that alerts and dashboards look for', () => {
  const { scrape_configs, rule_files, alerting } = parse(textOf('dashboards/prometheus/prometheus.yml'))
  const jobs = scrape_configs.map(({ job_name }: { job_name: string }) => job_name)
  expect(jobs.toSorted()).toEqual(Object.values(JOB).toSorted())
  expect(rule_files).toEqual(['alerts.rules.yml'])
  expect(alerting.alertmanagers[0].static_configs[0].targets).toEqual(['alertmanager:9093'])
})

test('what reaches Prometheus by the Collector is not taken from the page of the tail as well', () => {
  const { scrape_configs } = parse(textOf('dashboards/prometheus/prometheus.yml'))
  const tail = scrape_configs.find(({ job_name }: { job_name: string }) => job_name === JOB.tail)
  const [{ regex, action }] = tail.metric_relabel_configs
  expect(action).toBe('drop')
  const dropped = METRICS.flatMap(prometheusSeries).filter((name) => new RegExp(`^(?:${regex})$`).test(name))
  const twice = METRICS.filter(({ name }) =>
    [METRIC_TOOLSPAN_FINDINGS, METRIC_TOOLSPAN_RETRY_AMPLIFICATION].includes(name),
  )
  expect(dropped).toEqual(twice.flatMap(prometheusSeries))
})

test('promtool accepts the configuration of Prometheus', { timeout: 60_000 }, () => {
  if (promtool === undefined) return
  const run = runPromtool(promtool, join(ROOT, 'dashboards/prometheus'), 'check', 'config', 'prometheus.yml')
  expect(run.text).toContain('SUCCESS')
  expect(run.passed).toBe(true)
})

test('critical alerts page, the others do not', () => {
  const { route, receivers, inhibit_rules } = parse(textOf('dashboards/alertmanager/alertmanager.yml'))
  const labels: readonly string[] = ['alertname', ...Object.values(LABEL)]
  const named = [...route.group_by, ...inhibit_rules.flatMap(({ equal }: { equal: string[] }) => equal)]
  expect(named.filter((label) => !labels.includes(label))).toEqual([])
  const alerts = [...JSON.stringify(inhibit_rules).matchAll(/alertname=\\"(?<name>\w+)/g)].map(
    ({ groups }) => groups?.name,
  )
  expect(alerts.length).toBeGreaterThan(1)
  expect(alerts.filter((name) => !EVERY_ALERT.some((alert) => alert.name === name))).toEqual([])
  expect(route.routes).toEqual([{ receiver: 'page', matchers: ['severity="critical"'] }])
  expect(receivers.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    ['page', route.receiver].toSorted(),
  )
})

test('Grafana finds its data sources under fixed names, and keeps dashboards as they are in the repository', () => {
  const { datasources } = parse(textOf('dashboards/provisioning/datasources/datasources.yml'))
  expect(datasources.map(({ uid }: { uid: string }) => uid)).toEqual(['prometheus', 'jaeger', 'alertmanager'])
  const { providers } = parse(textOf('dashboards/provisioning/dashboards/dashboards.yml'))
  expect(providers[0].allowUiUpdates).toBe(false)
  expect(providers[0].disableDeletion).toBe(true)
  const mounted = compose.services.grafana?.volumes?.find((volume) =>
    volume.startsWith('./dashboards/provisioned:'),
  )
  expect(mounted?.split(':')[1]).toBe(providers[0].options.path)
})

test('the image of the tail runs without root and says whether it is well', () => {
  const text = textOf('collector/tail.Dockerfile')
  expect(text).toContain('\nUSER node\n')
  expect(text).toContain('\nHEALTHCHECK ')
  const installed = [...text.matchAll(/^ {6}(?<name>@?[a-z]\S+)@(?<version>[\d.]+)(?: |$)/gm)].map(
    (match) => match.groups ?? {},
  )
  expect(installed.length).toBeGreaterThan(5)
  for (const { name = '', version } of installed)
    expect([name, version]).toEqual([name, packageLock.packages[`node_modules/${name}`]?.version])
})

test('links of the pages about the stack lead somewhere', () => {
  for (const page of [
    'docs/alerts.md',
    'docs/dashboards.md',
    'docs/production.md',
    'dashboards/runbooks.md',
  ]) {
    const links = [...textOf(page).matchAll(/\]\((?<path>[^)#:]+)(?:#[^)]*)?\)/g)].map(
      (match) => match.groups?.path ?? '',
    )
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((path) => !existsSync(join(ROOT, page, '..', path)))).toEqual([])
  }
})
