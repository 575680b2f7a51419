import { RELEASES } from './build/releases.ts'
import { COMPOSE } from './run/compose.ts'

const compose = (service: string): string => COMPOSE[service]?.image?.split(':')[1] ?? 'none'

/** What test/stack runs otherwise than docker-compose.yml. Everything that is not named here is the same file or word. */
export const DIFFERENCES: readonly string[] = [
  `Jaeger is ${RELEASES.jaeger.version}, the newest with a Go module of its own; compose has ${compose('jaeger')}. Both answer the search that Grafana sends. Its page is not built.`,
  'Grafana is not there: its queries are sent to Prometheus and Jaeger as its data sources send them.',
  'Programs run on loopback without containers: addresses, ports and folders are those of this machine.',
  'The Collector is the slim one of collector/builder.yaml; compose has the contrib image of the same release.',
  'Sampling decides after 5 s (SAMPLING_WAIT), and not after 30.',
]
