import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { COLLECTOR } from '../../dashboards/src/foreign-series.ts'
import { METRIC_MCP_CLIENT_OPERATION_DURATION, METRICS } from '../../src/semconv/metrics.ts'
import { CALLS_SCOPE, FINDINGS_SCOPE } from '../../src/semconv/scopes.ts'
import {
  SPAN_CALLS,
  SPAN_DURATION,
  SPAN_METRICS_NAMESPACE,
  SPAN_METRICS_UNIT,
} from '../../src/semconv/span-metrics.ts'
import { DECLARED_NAMES, STANDARD_NAMES } from '../semconv/declared-names.ts'
import { CONFIG_FILES, type CollectorConfig, configOf, textOf } from './read-config.ts'

/** The module of each component; its name in a config is another one. */
const MODULES: Readonly<Record<string, string>> = {
  otlp: 'otlpreceiver',
  memory_limiter: 'memorylimiterprocessor',
  batch: 'batchprocessor',
  filter: 'filterprocessor',
  transform: 'transformprocessor',
  tail_sampling: 'tailsamplingprocessor',
  span_metrics: 'spanmetricsconnector',
  otlp_http: 'otlphttpexporter',
  otlp_grpc: 'otlpexporter',
  load_balancing: 'loadbalancingexporter',
  prometheus: 'prometheusexporter',
  debug: 'debugexporter',
  file_storage: 'filestorage',
  health_check: 'healthcheckextension',
}

const named = (config: CollectorConfig) => ({
  receivers: Object.keys(config.receivers),
  processors: Object.keys(config.processors),
  connectors: Object.keys(config.connectors ?? {}),
  exporters: Object.keys(config.exporters),
  extensions: Object.keys(config.extensions),
})
const pipelinesOf = (config: CollectorConfig) => Object.entries(config.service.pipelines)
const typeOf = (name: string) => name.split('/')[0] ?? name

for (const file of CONFIG_FILES) {
  const config = configOf(file)
  const text = textOf(`collector/${file}`)
  const names = named(config)

  test(`${file}: pipelines use only what is declared, and everything declared is used`, () => {
    const used = new Set(config.service.extensions)
    for (const [, { receivers, processors = [], exporters }] of pipelinesOf(config)) {
      for (const name of receivers) expect([...names.receivers, ...names.connectors]).toContain(name)
      for (const name of processors) expect(names.processors).toContain(name)
      for (const name of exporters) expect([...names.exporters, ...names.connectors]).toContain(name)
      for (const name of [...receivers, ...processors, ...exporters]) used.add(name)
    }
    expect(
      Object.values(names)
        .flat()
        .filter((name) => !used.has(name)),
    ).toEqual([])
  })

  test(`${file}: every component is in the slim Collector`, () => {
    const builder = parse(textOf('collector/builder.yaml'))
    const modules = ['receivers', 'processors', 'connectors', 'exporters', 'extensions'].flatMap((kind) =>
      builder[kind].map(({ gomod }: { gomod: string }) => gomod.split(' ')[0]?.split('/').at(-1)),
    )
    const needed = Object.values(names)
      .flat()
      .map((name) => MODULES[typeOf(name)])
    expect(needed.filter((module) => !modules.includes(module))).toEqual([])
  })

  test(`${file}: every attribute, metric and scope in a condition is declared`, () => {
    const attributes = [...text.matchAll(/attributes\["(?<name>[^"]+)"\]/g)].map(
      (match) => match.groups?.name ?? '',
    )
    expect(attributes.filter((name) => !DECLARED_NAMES.has(name) && !STANDARD_NAMES.has(name))).toEqual([])
    const metrics = [...text.matchAll(/[^.]name != "(?<name>[^"]+)"/g)].map(
      (match) => match.groups?.name ?? '',
    )
    expect(metrics.filter((name) => !DECLARED_NAMES.has(name))).toEqual([])
    const scopes = [...text.matchAll(/scope\.name [!=]= "(?<name>[^"]+)"/g)].map(
      (match) => match.groups?.name ?? '',
    )
    expect(scopes.filter((name) => ![CALLS_SCOPE, FINDINGS_SCOPE].includes(name))).toEqual([])
  })

  test(`${file}: every variable has a default, and without any of them nothing leaves or enters the machine`, () => {
    const variables = [...text.matchAll(/\$\{env:(?<name>[A-Z_]+)(?<otherwise>:-[^}]*)?\}/g)]
    expect(variables.length).toBeGreaterThan(5)
    expect(variables.filter((match) => match.groups?.otherwise === undefined)).toEqual([])
    const hosts = [...text.matchAll(/(?:endpoint|host|hostname): (?<value>\S+)/g)].map((match) =>
      (match.groups?.value ?? '').replaceAll(/\$\{env:[A-Z_]+:-([^}]*)\}/g, '$1'),
    )
    const targets = [...text.matchAll(/hostnames: \$\{env:[A-Z_]+:-\[(?<target>[^\]]*)\]\}/g)].map(
      (match) => match.groups?.target ?? '',
    )
    expect(targets).toHaveLength(text.match(/^ +hostnames:/gm)?.length ?? 0)
    hosts.push(...targets)
    expect(hosts.length).toBeGreaterThan(4)
    expect(hosts.filter((host) => !/^(https?:\/\/)?127\.0\.0\.1(:\d+)?$/.test(host))).toEqual([])
  })

  test(`${file}: no two of its ports are one`, () => {
    const ports = [...text.matchAll(/\$\{env:COLLECTOR_[A-Z_]*PORT:-(?<port>\d+)\}/g)].map(
      (match) => match.groups?.port,
    )
    expect(new Set(ports).size).toBe(ports.length)
  })

  test(`${file}: metrics get the names that dashboards ask for`, () => {
    expect(config.exporters.prometheus?.translation_strategy).toBe('UnderscoreEscapingWithSuffixes')
    expect(text).toContain('without_type_suffix: false')
    for (const name of [COLLECTOR.sendFailed, COLLECTOR.enqueueFailed])
      expect(name.endsWith('_total')).toBe(true)
  })

  test(`${file}: what waits for a destination waits on disk`, () => {
    const sending = Object.entries(config.exporters).filter(([name]) =>
      ['otlp_http', 'otlp_grpc'].includes(typeOf(name)),
    )
    expect(sending.filter(([, { sending_queue }]) => sending_queue?.storage !== 'file_storage')).toEqual([])
  })
}

for (const file of ['single.yaml', 'gateway.yaml'] as const) {
  const config = configOf(file)

  test(`${file}: REQ-29 span metrics are those of src/semconv`, () => {
    const { span_metrics } = config.connectors ?? {}
    expect(span_metrics?.namespace).toBe(SPAN_METRICS_NAMESPACE)
    expect(span_metrics?.histogram?.unit).toBe(SPAN_METRICS_UNIT)
    expect(span_metrics?.calls_dimensions?.map(({ name }) => name)).toEqual(SPAN_CALLS.dimensions)
    expect(span_metrics?.histogram?.dimensions.map(({ name }) => name)).toEqual(SPAN_DURATION.dimensions)
    const seconds = span_metrics?.histogram?.explicit.buckets.map((text) =>
      text.endsWith('ms') ? Number.parseInt(text, 10) / 1000 : Number.parseInt(text, 10),
    )
    expect(seconds).toEqual(
      METRICS.find(({ name }) => name === METRIC_MCP_CLIENT_OPERATION_DURATION)?.buckets,
    )
  })

  test(`${file}: spans are measured before any sampling`, () => {
    const measuring = pipelinesOf(config).filter(([, { exporters }]) => exporters.includes('span_metrics'))
    expect(measuring.map(([, { receivers, processors }]) => ({ receivers, processors }))).toEqual([
      { receivers: ['otlp'], processors: ['memory_limiter', 'filter/tool_spans'] },
    ])
  })

  test(`${file}: findings never go back to a tail`, () => {
    const toTails = pipelinesOf(config).filter(([, { exporters }]) =>
      exporters.some((name) => /tail/.test(name)),
    )
    expect(toTails.length).toBeGreaterThan(0)
    for (const [, { receivers }] of toTails) expect(receivers).toEqual(['otlp'])
  })

  test(`${file}: a tail that is down blocks nobody: a batch answers to the sender`, () => {
    const toTails = pipelinesOf(config).filter(([, { exporters }]) =>
      exporters.some((name) => /tail/.test(name)),
    )
    for (const [, { processors = [] }] of toTails) expect(processors.at(-1)).toMatch(/^batch\//)
  })

  test(`${file}: findings reach the store past the sampling, the log and Prometheus`, () => {
    const past = pipelinesOf(config).filter(([, { receivers }]) => receivers.includes('otlp/findings'))
    expect(past.map(([name]) => name)).toEqual([
      expect.stringMatching(/^traces\/sample/),
      'traces/findings',
      'metrics/findings',
      'logs/findings',
    ])
    // Those of a processor inside an agent come in with everything else.
    expect(config.service.pipelines['traces/findings']).toEqual({
      receivers: ['otlp', 'otlp/findings'],
      processors: ['filter/only_findings'],
      exporters: ['otlp_grpc/jaeger'],
    })
    expect(config.service.pipelines['logs/findings']?.receivers).toEqual(['otlp', 'otlp/findings'])
  })
}

test('both sampling configs keep tools, findings and a share, and hand no finding on twice', () => {
  const sampling = ['single.yaml', 'backend.yaml'].map((file) => parse(textOf(`collector/${file}`)))
  const [single, backend] = sampling.map(({ processors }) => processors.tail_sampling)
  expect(backend).toEqual(single)
  expect(single.policies.map(({ name }: { name: string }) => name)).toEqual([
    'tools',
    'findings',
    'share-of-the-rest',
  ])
  for (const { service } of sampling) {
    expect(service.pipelines['traces/sampled'].processors).toEqual([
      'memory_limiter',
      'tail_sampling',
      'filter/not_findings',
    ])
  }
})

test('the slim Collector is built of one release', () => {
  const text = textOf('collector/builder.yaml')
  const versions = [...text.matchAll(/gomod: (?<module>\S+) (?<version>\S+)/g)].map(
    (match) => match.groups ?? {},
  )
  expect(versions.length).toBeGreaterThan(15)
  for (const { module = '', version } of versions) {
    expect([module, version]).toEqual([
      module,
      module.includes('/confmap/provider/') ? 'v1.67.0' : 'v0.161.0',
    ])
  }
})
