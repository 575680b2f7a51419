import { expect, test } from 'vitest'
import { COMPOSE, commandOf, fileOnThisMachine } from './compose.ts'

const PLACES = {
  'alertmanager:9093': '127.0.0.1:1',
  'collector:8889': '127.0.0.1:2',
  'collector:8888': '127.0.0.1:3',
  'tail:9464': '127.0.0.1:4',
  'alert-printer:9095': '127.0.0.1:5',
}

test('no file that the stack is started with keeps an address of the network of compose', () => {
  const hosts = Object.keys(COMPOSE).join('|')
  for (const path of ['dashboards/prometheus/prometheus.yml', 'dashboards/alertmanager/alertmanager.yml']) {
    const text = fileOnThisMachine(path, PLACES)
    expect(text).toContain('127.0.0.1:')
    expect(text.match(new RegExp(`\\b(?:${hosts}):\\d+`, 'g'))).toBeNull()
  }
})

test('a folder is replaced where it stands by itself', () => {
  const words = commandOf('prometheus', { '/prometheus': '/data', '/etc/prometheus': '/files' })
  expect(words).toContain('--storage.tsdb.path=/data')
  expect(words).toContain('--config.file=/files/prometheus.yml')
})
