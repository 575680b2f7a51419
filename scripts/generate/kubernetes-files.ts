import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { rulesFile } from '../../dashboards/src/alerts/rules-file.ts'
import { GENERATED_MARKER, type Page } from './page.ts'
import { yamlText } from './yaml.ts'

const FOLDER = join(import.meta.dirname, '../../collector')
const NAMESPACE = 'toolspan'

/** Where the gateways find the targets of each load-balancing exporter. */
const TARGETS: Readonly<Record<string, { readonly service: string; readonly port: number }>> = {
  'load_balancing/tails': { service: 'toolspan-tail', port: 4317 },
  'load_balancing/samplers': { service: 'toolspan-sampler', port: 4347 },
  'load_balancing/metrics': { service: 'toolspan-sampler', port: 4347 },
}

/** What is generated of the manifests: the configs of both tiers as config maps, and the alerts as a PrometheusRule. */
export function kubernetesFiles(): readonly Page[] {
  const configs = [
    configMap('toolspan-gateway', 'gateway.yaml', stringify(forKubernetes(configOf('gateway.yaml')))),
    configMap('toolspan-sampler', 'backend.yaml', stringify(configOf('backend.yaml'))),
  ]
  const documents = configs.map((config) => stringify(config, { lineWidth: 0 })).join('---\n')
  return [
    { path: 'collector/kubernetes/configs.yaml', content: `# ${GENERATED_MARKER}\n${documents}` },
    { path: 'collector/kubernetes/alerts.yaml', content: yamlText(prometheusRule()) },
  ]
}

function configOf(name: string): CollectorConfig {
  return parse(readFileSync(join(FOLDER, name), 'utf8'))
}

interface CollectorConfig {
  readonly exporters: Readonly<Record<string, LoadBalancing>>
}

interface LoadBalancing {
  readonly protocol?: { readonly otlp: object }
  readonly sending_queue?: object
}

const OFF = { enabled: false }

/**
 * Instead of a list, the gateways ask the API server who is there: it tells of changes at once, and of names, which a
 * pod keeps when it comes back with another address.
 */
function forKubernetes(config: CollectorConfig): CollectorConfig {
  const exporters = Object.entries(config.exporters).map(([name, exporter]) => {
    const target = TARGETS[name]
    if (target === undefined) return [name, exporter]
    const { service, port } = target
    const k8s = { service: `${service}.${NAMESPACE}`, ports: [port], return_hostnames: true }
    return [name, { ...exporter, protocol: protocolOf(exporter), resolver: { k8s } }]
  })
  return { ...config, exporters: Object.fromEntries(exporters) }
}

/**
 * A target that is gone is off the list at once, and what waited in a queue of its own would be lost with it. So what
 * the balancer has a queue for, it keeps: what a target has not taken goes to the one in its place.
 */
function protocolOf({ protocol, sending_queue }: LoadBalancing): object | undefined {
  if (protocol === undefined || sending_queue === undefined) return protocol
  return { otlp: { ...protocol.otlp, sending_queue: OFF, retry_on_failure: OFF } }
}

function configMap(name: string, file: string, content: string): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: NAMESPACE },
    data: { [file]: content },
  }
}

function prometheusRule(): object {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'toolspan', namespace: NAMESPACE },
    spec: rulesFile(),
  }
}
