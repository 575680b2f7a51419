import { expect, test } from 'vitest'
import { call, client, failing, model, read, request, run, server, subagent } from '../../support/calls.ts'
import { findingsOfRule } from '../../support/findings-of-rule.ts'
import { hexId, type TestSpan } from '../../support/trace.ts'

const found = (...spans: TestSpan[]) => findingsOfRule('partial-as-complete', ...spans, run)

type More = Partial<TestSpan>

const list = (id: string, count: number, total: number | undefined, more: More = {}) =>
  read(id, 'list_orders', { 'toolspan.result.count': count, 'toolspan.result.total': total, ...more })
const complete = { 'toolspan.coverage.status': 'complete' }
const gather = (more: More = {}) => read('call', 'gather', { at: [0, 1000], ...complete, ...more })
const source = (id: string, status: number, at: readonly [number, number], more: More = {}) =>
  request(id, `https://${id}.example.com/quotes`, status, { in: 'call', at, ...more })

test('flags fewer items than there are, with no way to the rest (REQ-11)', () => {
  const [finding, ...more] = found(list('one', 5, 85, { 'toolspan.result.has_more': false }))
  expect(more).toEqual([])
  expect(finding).toMatchObject({ severity: 'warning', origin: { agent: 'desk', tool: 'list_orders' } })
  expect(finding?.spanIds).toEqual([hexId('one', 16)])
  expect(finding?.summary).toBe('list_orders hands on a part as if it were all: 5 of 85 items')
  expect(finding?.fix).toContain('let list_orders state what is missing')
})

test('as many as the total are all, one fewer is a part', () => {
  expect(found(list('one', 85, 85))).toEqual([])
  expect(found(list('one', 84, 85))).toHaveLength(1)
})

test('flags sources that did not answer, and a cut that nobody states', () => {
  const sources = { 'toolspan.coverage.sources_expected': 22, 'toolspan.coverage.sources_covered': 7 }
  expect(found(read('one', 'review', { ...complete, ...sources }))[0]?.summary).toBe(
    'review hands on a part as if it were all: 7 of 22 sources answered',
  )
  const all = { 'toolspan.coverage.sources_expected': 22, 'toolspan.coverage.sources_covered': 22 }
  expect(found(read('one', 'review', { ...complete, ...all }))).toEqual([])
  expect(found(read('one', 'dump', { 'toolspan.result.truncated': true }))[0]?.summary).toContain(
    'its result was cut',
  )
})

test('flags a claim of all where a source had failed and others answered', () => {
  const [finding] = found(gather(), source('a', 200, [10, 90]), source('b', 503, [12, 92]))
  expect(finding?.spanIds).toEqual([hexId('call', 16), hexId('b', 16)])
  expect(finding?.summary).toContain('one of its sources failed')
  const agents = [
    subagent('k1', { in: 'call', at: [10, 90] }),
    subagent('k2', { in: 'call', at: [10, 90], failed: true }),
    subagent('k3', { in: 'call', at: [10, 90], failed: true }),
  ]
  expect(found(gather(), ...agents)[0]?.summary).toContain('2 of its sources failed')
})

test('stays quiet when the part is stated', () => {
  const partial = { 'toolspan.coverage.status': 'partial' }
  expect(found(list('one', 5, 85, partial))).toEqual([])
  expect(found(read('one', 'dump', { ...partial, 'toolspan.result.truncated': true }))).toEqual([])
  expect(found(gather(partial), source('a', 200, [10, 90]), source('b', 503, [12, 92]))).toEqual([])
})

test('stays quiet when a cursor leads to the rest', () => {
  expect(found(list('one', 20, 64, { 'toolspan.result.has_more': true }))).toEqual([])
  const cut = { 'toolspan.result.truncated': true, 'toolspan.result.has_more': true }
  expect(found(read('one', 'dump', cut))).toEqual([])
})

test('stays quiet about the last page, and about pages by offset without any cursor', () => {
  const next = { 'toolspan.result.has_more': true }
  const page = (id: string, count: number, offset: number, more: More = {}) =>
    list(id, count, 120, { 'toolspan.operation.fingerprint': `offset-${offset}`, ...more })
  expect(found(page('a', 50, 0, next), page('b', 50, 50, next), page('c', 20, 100))).toEqual([])
  expect(found(page('a', 50, 0), page('b', 50, 50), page('c', 20, 100))).toEqual([])
  expect(found(page('a', 50, 0), page('b', 50, 50))).toEqual([])
  const blind = (id: string, count: number) => list(id, count, 120)
  expect(found(blind('a', 50), blind('b', 50), blind('c', 20))).toEqual([])
  expect(found(page('a', 50, 0), page('b', 50, 0))).toHaveLength(2)
})

test('is not taken for paging when two spans show one call', () => {
  const sent = client(list('one', 5, 85, { at: [0, 100] }))
  expect(found(sent, server(sent, { at: [3, 50] })).map(({ spanIds }) => spanIds[0])).toEqual([
    hexId('one', 16),
  ])
  const framework = list('fw', 5, 85, { at: [0, 200] })
  expect(found(framework, { ...sent, in: 'fw', at: [10, 90] })).toHaveLength(1)
})

test('stays quiet about none of many: what was looked for is not there', () => {
  expect(
    found(
      list('one', 0, 1204, {
        'toolspan.result.status': 'found_none',
        'toolspan.result.scanned': 1204,
        ...complete,
      }),
    ),
  ).toEqual([])
})

test('stays quiet when a later try answered, or another source after the failure', () => {
  const first = source('a', 200, [10, 90])
  const again = { ...source('b', 200, [100, 190]), id: 'b2' }
  expect(found(gather(), first, source('b', 503, [12, 92]), again)).toEqual([])
  expect(found(gather(), first, source('b', 503, [12, 92]), source('c', 200, [92, 150]))).toEqual([])
  expect(found(gather(), first, source('b', 503, [12, 92]), source('c', 200, [50, 150]))).toHaveLength(1)
})

test('leaves it to swallowed-error when no source answered', () => {
  expect(found(gather(), source('a', 503, [10, 90]), source('b', 503, [12, 92]))).toEqual([])
})

test('stays quiet about an optional side request of another kind that fails', () => {
  const audit = source('audit', 500, [10, 90], { 'http.request.method': 'POST' })
  expect(found(gather(), source('a', 200, [10, 90]), audit)).toEqual([])
  const cache: TestSpan = { id: 'cache', in: 'call', at: [10, 20], name: 'GET', kind: 'client', failed: true }
  const database: TestSpan = { id: 'db', in: 'call', at: [15, 90], name: 'SELECT orders', kind: 'client' }
  expect(found(gather(), cache, database)).toEqual([])
  expect(found(gather(), { ...cache, name: 'SELECT orders' }, database)).toHaveLength(1)
})

test('stays quiet about a missing thing at one of the sources', () => {
  expect(found(gather(), source('a', 200, [10, 90]), source('b', 404, [12, 92]))).toEqual([])
})

const silent = { 'toolspan.coverage.status': 'unknown' }
const listing = (more: More = {}) => gather({ ...silent, 'toolspan.result.count': 40, ...more })

test('flags a list of several parts of which one failed, where nothing is said of it', () => {
  const [finding, ...more] = found(listing(), source('a', 200, [10, 90]), source('b', 503, [12, 92]))
  expect(more).toEqual([])
  expect(finding?.summary).toContain('one of its sources failed')
  expect(finding?.fix).toContain('let gather state what is missing')
  const pages = (id: string, status: number) =>
    source(id, status, [10, 90], { 'url.full': `https://a.example.com/quotes?region=${id}` })
  expect(found(listing(), pages('eu', 200), pages('us', 503))).toHaveLength(1)
  const part = (id: string, more: More = {}) => read(id, 'quote', { in: 'call', at: [10, 90], ...more })
  const failed = failing('z', 'quote', 'transient', { in: 'call', at: [10, 90] })
  expect(found(listing(), part('x'), part('y'), failed)).toHaveLength(1)
})

test('reads that from bodies that other instrumentations recorded', () => {
  const body = (value: unknown) =>
    call('call', 'list_hosts', {
      at: [0, 1000],
      'gen_ai.tool.call.result': JSON.stringify(value),
    })
  const parts = [source('eu', 200, [10, 90]), source('us', 503, [12, 92])]
  expect(found(body({ hosts: [{ id: 1 }, { id: 2 }] }), ...parts)).toHaveLength(1)
  expect(found(body({ hosts: [{ id: 1 }, { id: 2 }], incomplete_results: true }), ...parts)).toEqual([])
  expect(found(body({ hosts: [{ id: 1 }, { id: 2 }], errors: [{ region: 'us' }] }), ...parts)).toEqual([])
  expect(found(body({ host: { id: 1 } }), ...parts)).toEqual([])
  expect(found(body('Two hosts are up in eu; us could not be asked.'), ...parts)).toEqual([])
  expect(found(call('call', 'list_hosts', { at: [0, 1000] }), ...parts)).toEqual([])
})

test('stays quiet about one thing that is known from several sides, where nobody claims that this is all', () => {
  expect(found(gather(silent), source('a', 200, [10, 90]), source('b', 503, [12, 92]))).toEqual([])
})

test('stays quiet about other requests of one answer that fail, where nobody claims that this is all', () => {
  const prices = source('b', 503, [12, 92], { 'url.full': 'https://b.example.com/prices' })
  expect(found(listing(), source('a', 200, [10, 90]), prices)).toEqual([])
  const tools = (name: string) => failing('z', name, 'transient', { in: 'call', at: [10, 90] })
  expect(found(listing(), read('x', 'quote', { in: 'call', at: [10, 90] }), tools('rating'))).toEqual([])
})

test('stays quiet about an agent behind a tool: what it says is no sum of what it asked', () => {
  const asked = [
    read('x', 'quote', { in: 'call', at: [10, 90] }),
    failing('z', 'quote', 'transient', { in: 'call', at: [10, 90] }),
  ]
  expect(found(listing(), ...asked)).toHaveLength(1)
  expect(found(listing(), model('m', { in: 'call', at: [100, 200] }), ...asked)).toEqual([])
})

test('stays quiet about a list whose part was asked again, asked elsewhere, or is not there', () => {
  const first = source('a', 200, [10, 90])
  expect(found(listing(), first, source('b', 503, [12, 92]), source('c', 200, [92, 150]))).toEqual([])
  expect(found(listing(), first, source('b', 404, [12, 92]))).toEqual([])
  expect(
    found(listing({ 'toolspan.coverage.status': 'partial' }), first, source('b', 503, [12, 92])),
  ).toEqual([])
  expect(found(listing({ 'toolspan.result.has_more': true }), first, source('b', 503, [12, 92]))).toEqual([])
})

test.each(['failed', 'completed', 'accepted', 'input_required', 'cancelled', 'unknown', 'indeterminate'])(
  'stays quiet about a result that is %s',
  (status) => {
    expect(found(list('one', 5, 85, { 'toolspan.result.status': status }))).toEqual([])
  },
)

test('stays quiet about an agent that says nothing of its own result', () => {
  const agent = subagent('call', { at: [0, 1000] })
  expect(
    found(agent, source('a', 200, [10, 90]), failing('b', 'look', 'transient', { in: 'call', at: [12, 92] })),
  ).toEqual([])
})

test('reads recorded bodies: a total that is larger, a cut in the middle, a cursor', () => {
  const body = (value: unknown) =>
    call('one', 'search_items', {
      'toolspan.tool.effect': 'read',
      'gen_ai.tool.call.result': typeof value === 'string' ? value : JSON.stringify(value),
    })
  const nodes = [{ key: 1 }, { key: 2 }]
  expect(
    found(body({ totalCount: 85, nodes, pageInfo: { hasNextPage: false, endCursor: null } })),
  ).toHaveLength(1)
  expect(found(body({ totalCount: 85, nodes, pageInfo: { hasNextPage: true, endCursor: 'x' } }))).toEqual([])
  expect(found(body({ totalCount: 2, nodes }))).toEqual([])
  expect(found(body(`[{"key":1},{"key":2},{"key":3},{"ke`))).toHaveLength(1)
})

test('waits for the end of the run where a listing points to no next page', () => {
  const first = list('one', 50, 120)
  const under = (root: TestSpan, more: More = {}) =>
    findingsOfRule('partial-as-complete', { ...first, ...more }, root)
  expect(under({ ...run, at: [0] })).toEqual([])
  expect(under({ ...run, id: 'else' })).toEqual([])
  expect(under(run)).toHaveLength(1)
  expect(under({ ...run, at: [0] }, { 'toolspan.result.has_more': false })).toHaveLength(1)
})

test('stays quiet about a search that was only read: its first hits beside their number', () => {
  const hits = (more: object) =>
    found(
      call('one', 'web_search', {
        'toolspan.tool.effect': 'read',
        'gen_ai.tool.call.result': JSON.stringify({
          results: [{ id: 1 }, { id: 2 }],
          total: 120_400,
          ...more,
        }),
      }),
    )
  expect(hits({})).toEqual([])
  expect(hits({ has_more: false })).toHaveLength(1)
})

const stopped = { failed: true, 'http.response.status_code': undefined, 'error.type': 'AbortError' } as const

test('stays quiet about a request that was stopped when another replica had answered', () => {
  for (const type of ['AbortError', 'CanceledError', 'asyncio.exceptions.CancelledError', 'UND_ERR_ABORTED'])
    expect(
      found(
        gather(),
        source('a', 200, [10, 90]),
        source('b', 0, [60, 92], { ...stopped, 'error.type': type }),
      ),
    ).toEqual([])
  const asked = (id: string, at: readonly [number, number], more: More = {}) =>
    failing(id, 'get_quote', 'transient', {
      in: 'call',
      at,
      'toolspan.operation.fingerprint': 'same',
      'error.type': 'AbortError',
      ...more,
    })
  const won = { failed: false, 'toolspan.result.status': 'found', 'error.type': undefined } as const
  expect(found(gather(), asked('k1', [10, 90], won), asked('k2', [60, 92]))).toEqual([])
  const another = { 'toolspan.operation.fingerprint': 'other' }
  expect(found(gather(), asked('k1', [10, 90], won), asked('k2', [60, 92], another))).toHaveLength(1)
})

test('flags a request that was stopped for its own slowness, or asked for something else, or broke', () => {
  const answered = source('a', 200, [10, 90])
  expect(found(gather(), answered, source('b', 0, [12, 900], stopped))).toHaveLength(1)
  const other = { ...stopped, 'url.full': 'https://b.example.com/quotes?page=2' }
  expect(found(gather(), answered, source('b', 0, [60, 92], other))).toHaveLength(1)
  for (const type of ['ECONNRESET', 'ConnectionAbortedError', 'ECONNABORTED', 'TimeoutError'])
    expect(
      found(gather(), answered, source('b', 0, [60, 92], { ...stopped, 'error.type': type })),
    ).toHaveLength(1)
})
