import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  PrometheusRule,
  ServiceMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import { StatefulSet } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Role, RoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1'
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { rulesFile } from '../../dashboards/src/alerts/rules-file.ts'
import { JOB } from '../../dashboards/src/foreign-series.ts'
import { configOf, ROOT, textOf } from './read-config.ts'

const FOLDER = 'collector/kubernetes'
/** Each kind with the schema that its package has for it. */
const SCHEMAS: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  ConfigMap,
  Namespace,
  PodDisruptionBudget,
  PrometheusRule,
  Role,
  RoleBinding,
  Service,
  ServiceAccount,
  ServiceMonitor,
  StatefulSet,
}

const files = readdirSync(join(ROOT, FOLDER))
const documents = files.flatMap((file) =>
  parseAllDocuments(textOf(`${FOLDER}/${file}`)).map((document) => {
    expect(document.errors).toEqual([])
    return { file, content: document.toJS() }
  }),
)
const ofKind = (kind: string) =>
  documents.map(({ content }) => content).filter((content) => content.kind === kind)
const named = (kind: string, name: string) => ofKind(kind).find(({ metadata }) => metadata.name === name)

test('every manifest fits the schema of its kind', () => {
  expect(documents.length).toBeGreaterThan(12)
  for (const { file, content } of documents) {
    const Schema = SCHEMAS[content.kind]
    if (Schema === undefined) throw new Error(`${file}: no schema for ${content.kind}`)
    expect(() => Reflect.construct(Schema, [content]).validate()).not.toThrow()
  }
})

test('the schemas reject what does not fit', () => {
  const wrong = { metadata: { name: 'x' }, spec: { serviceName: 'x', replicas: 'two' } }
  expect(() => Reflect.construct(StatefulSet, [wrong]).validate()).toThrow('replicas')
})

test('everything is in one namespace, and selectors choose the pods of their set', () => {
  for (const { content } of documents) {
    if (content.kind !== 'Namespace') expect(content.metadata.namespace).toBe('toolspan')
  }
  for (const set of ofKind('StatefulSet')) {
    expect(set.spec.template.metadata.labels).toEqual(set.spec.selector.matchLabels)
    expect(named('Service', set.spec.serviceName)?.spec.selector).toEqual(set.spec.selector.matchLabels)
  }
})

test('the gateways look for tails and samplers where those listen', () => {
  const config = parse(named('ConfigMap', 'toolspan-gateway').data['gateway.yaml'])
  const balancers = Object.entries<{ resolver: { k8s: { service: string; ports: number[] } } }>(
    config.exporters,
  ).filter(([name]) => name.startsWith('load_balancing/'))
  expect(balancers.map(([name]) => name)).toEqual([
    'load_balancing/tails',
    'load_balancing/samplers',
    'load_balancing/metrics',
  ])
  for (const [, { resolver }] of balancers) {
    const [name = '', namespace] = resolver.k8s.service.split('.')
    const service = named('Service', name)
    expect(namespace).toBe('toolspan')
    expect(service.spec.clusterIP).toBe('None')
    expect(service.spec.ports.map(({ port }: { port: number }) => port)).toContain(resolver.k8s.ports[0])
  }
})

test('the gateways may read what they look up, and nothing else', () => {
  const { rules } = named('Role', 'toolspan-gateway')
  expect(rules).toEqual([
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['get', 'list', 'watch'] },
  ])
  expect(named('StatefulSet', 'toolspan-gateway').spec.template.spec.serviceAccountName).toBe(
    'toolspan-gateway',
  )
})

test('but for how targets are found, the configs are those of the folder above', () => {
  const { exporters, ...rest } = parse(named('ConfigMap', 'toolspan-gateway').data['gateway.yaml'])
  const { exporters: own, ...ownRest } = configOf('gateway.yaml')
  expect(rest).toEqual(ownRest)
  expect(Object.keys(exporters)).toEqual(Object.keys(own))
  expect(parse(named('ConfigMap', 'toolspan-sampler').data['backend.yaml'])).toEqual(configOf('backend.yaml'))
})

test('containers expose the ports that their configs listen on', () => {
  for (const [set, file] of [
    ['toolspan-gateway', 'gateway.yaml'],
    ['toolspan-sampler', 'backend.yaml'],
  ] as const) {
    const listened = [
      ...textOf(`collector/${file}`).matchAll(/\$\{env:COLLECTOR_[A-Z_]*PORT:-(?<port>\d+)\}/g),
    ]
    const [container] = named('StatefulSet', set).spec.template.spec.containers
    const exposed = container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(exposed.toSorted()).toEqual(listened.map((match) => Number(match.groups?.port)).toSorted())
  }
})

test('images are those of the compose file, and nothing runs as root or writes to its image', () => {
  const compose = parse(textOf('docker-compose.yml'))
  for (const { spec } of ofKind('StatefulSet')) {
    const [{ image, securityContext }] = spec.template.spec.containers
    expect([compose.services.collector.image, 'toolspan-tail:0.1.0']).toContain(image)
    expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true)
    expect(securityContext.readOnlyRootFilesystem).toBe(true)
    expect(securityContext.allowPrivilegeEscalation).toBe(false)
  }
})

test('Prometheus fetches under the names of jobs that alerts and dashboards look for, from ports that exist', () => {
  const endpoints = ofKind('ServiceMonitor').flatMap(({ spec }) => spec.endpoints)
  const jobs = endpoints.flatMap(
    ({ relabelings }: { relabelings: { targetLabel: string; replacement: string }[] }) =>
      relabelings.filter(({ targetLabel }) => targetLabel === 'job').map(({ replacement }) => replacement),
  )
  expect(jobs.toSorted()).toEqual(Object.values(JOB).toSorted())
  const ports = ofKind('Service').flatMap(({ spec }) => spec.ports.map(({ name }: { name: string }) => name))
  expect(endpoints.filter(({ port }: { port: string }) => !ports.includes(port))).toEqual([])
})

test('the PrometheusRule holds the same alerts as the rules file', () => {
  expect(ofKind('PrometheusRule').map(({ spec }) => spec)).toEqual([rulesFile()])
})
