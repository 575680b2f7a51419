import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERTMANAGER } from '../build/alertmanager.ts'
import { programOf } from '../build/cache.ts'
import { PROMETHEUS } from '../build/prometheus.ts'
import { commandOf, fileOnThisMachine, ROOT } from './compose.ts'
import { freePort } from './ports.ts'
import { type Program, startProgram, untilWell } from './program.ts'
import type { StackFolder } from './stack-folder.ts'

/** A line that the alert printer has printed: one alert of one message. */
export interface Printed {
  /** The receiver: `page` or `working-hours`. */
  readonly to: string
  readonly status: string
  readonly alertname: string
  readonly says: string
  readonly [label: string]: string
}

/** Prometheus, Alertmanager and the receiver that prints. */
export interface Alerting {
  readonly prometheusUrl: string
  readonly alertmanagerUrl: string
  printed(): readonly Printed[]
  /** In the order in which they are to be ended. */
  readonly programs: readonly Program[]
}

/** Where Prometheus fetches; ports on loopback. */
export interface Scraped {
  readonly collectorExported: number
  readonly collector: number
  readonly tail: number
}

/** Starts all three with the files of dashboards/ and the words of docker-compose.yml. */
export async function startAlerting(folder: StackFolder, scraped: Scraped): Promise<Alerting> {
  const [printerPort, alertmanagerPort, prometheusPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const here = (port: number): string => `127.0.0.1:${port}`
  const places = {
    'alert-printer:9095': here(printerPort),
    'alertmanager:9093': here(alertmanagerPort),
    'collector:8889': here(scraped.collectorExported),
    'collector:8888': here(scraped.collector),
    'tail:9464': here(scraped.tail),
    '/etc/alertmanager': join(folder.data, 'alertmanager'),
    '/alertmanager': join(folder.data, 'alertmanager/data'),
    '/etc/prometheus': join(folder.data, 'prometheus'),
    '/prometheus': join(folder.data, 'prometheus/data'),
  }
  for (const name of ['alertmanager', 'prometheus']) mkdirSync(join(folder.data, name))
  const write = (from: string, to: string): void =>
    writeFileSync(join(folder.data, to), fileOnThisMachine(from, places))
  write('dashboards/alertmanager/alertmanager.yml', 'alertmanager/alertmanager.yml')
  write('dashboards/prometheus/prometheus.yml', 'prometheus/prometheus.yml')
  cpSync(
    join(ROOT, 'dashboards/prometheus/alerts.rules.yml'),
    join(folder.data, 'prometheus/alerts.rules.yml'),
  )
  const start = (name: string, command: string, words: readonly string[], env = {}): Program =>
    startProgram({
      name,
      command,
      words,
      env,
      folder: folder.data,
      logFile: join(folder.logs, `${name}.log`),
    })

  const printer = start(
    'alert-printer',
    process.execPath,
    [join(ROOT, 'dashboards/alertmanager/print-alerts.ts')],
    { PORT: String(printerPort), NODE_NO_WARNINGS: '1' },
  )
  const alertmanager = start('alertmanager', programOf(ALERTMANAGER, 'alertmanager'), [
    ...commandOf('alertmanager', places),
    `--web.listen-address=${here(alertmanagerPort)}`,
  ])
  const prometheus = start('prometheus', programOf(PROMETHEUS, 'prometheus'), [
    ...commandOf('prometheus', places),
    `--web.listen-address=${here(prometheusPort)}`,
  ])
  await Promise.all([
    untilWell(printer, `http://${here(printerPort)}/healthz`),
    untilWell(alertmanager, `http://${here(alertmanagerPort)}/-/ready`),
    untilWell(prometheus, `http://${here(prometheusPort)}/-/ready`),
  ])
  return {
    prometheusUrl: `http://${here(prometheusPort)}`,
    alertmanagerUrl: `http://${here(alertmanagerPort)}`,
    programs: [prometheus, alertmanager, printer],
    printed: () =>
      printer
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
  }
}
