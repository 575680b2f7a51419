import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { readJson, textResult } from '../../support/tool-results.ts'

describe('an object that holds nothing', () => {
  it.each([
    ['under a usual key', { rows: [] }, 'empty_array', 0],
    ['under two', { entities: [], relations: [] }, 'empty_array', 0],
    ['one level down', { data: { items: [] } }, 'empty_array', 0],
    [
      'three levels down',
      { data: { issues: { nodes: [], pageInfo: { hasNextPage: false } } } },
      'empty_array',
      0,
    ],
    [
      'under a key that no English word is needed for',
      { ergebnisse: [], anzahl: 0, seite: 1 },
      'empty_array',
      0,
    ],
    ['beside lists about the query', { query: 'x', hits: [], suggestions: ['y'] }, 'empty_array', 0],
    ['in an answer of JSON-RPC', { jsonrpc: '2.0', id: 1, result: { items: [] } }, 'empty_array', 0],
    ['bindings below a head', { head: { vars: ['x'] }, results: { bindings: [] } }, 'empty_array', 0],
    ['features of a map', { type: 'FeatureCollection', features: [] }, 'empty_array', 0],
    ['under a key of two frames', { data: { Get: { Article: [] } } }, 'empty_array', 0],
    ['an object', {}, 'empty_object', undefined],
    ['a bare count', { count: 0 }, 'zero_count', 0],
    ['a total of matches', { total_matched: 0 }, 'zero_count', 0],
    ['a list for each query', { ids: [[]], distances: [[]] }, 'blank_rows', undefined],
    ['fields that are all blank', { title: '', note: '' }, 'blank_rows', undefined],
    ['a plain no', { exists: false }, 'absent', undefined],
    ['the JSON of a list as a value', { result: '[]' }, 'empty_array', 0],
  ])('%s', (_name, value, reason, count) => {
    const outcome = readJson(value)
    expect([outcome.status, outcome.reason, outcome.count]).toEqual(['found_none', reason, count])
    expect(outcome.coverage.status).toBe('unknown')
  })

  it('a list under a key that the tool is named after', () => {
    const value = { server: 's1', hours_back: 24, trend: [] }
    expect(readJson(value, { tool: 'get_blocking_trend' }).status).toBe('found_none')
    expect(readJson(value, { tool: 'describe_server' }).status).toBe('found')
  })

  it('an empty list from a tool that nobody knows has the shape of a look-up', () => {
    expect(classifyResult(textResult('{"rows":[]}')).status).toBe('found_none')
    expect(classifyResult(textResult('{}')).status).toBe('unknown')
  })

  it.each([
    ['a thing in a frame', { data: { user: { id: 1, tags: [] } } }],
    ['a thing with an empty list', { id: 7, name: 'Lamp', tags: [] }],
    ['an order without items', { id: 7, status: 'open', items: [] }],
    ['figures with an empty list', { cpu: 0.4, memory: 0.7, alerts: [] }],
    ['zero degrees', { temperature: 0, wind: 0 }],
    ['a named thing that counts none', { name: 'basket', count: 0 }],
    ['false', { result: false }],
  ])('%s is found', (_name, value) => {
    expect(readJson(value).status).toBe('found')
  })
})
