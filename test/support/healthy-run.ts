import {
  attempt,
  call,
  client,
  empty,
  failing,
  model,
  read,
  request,
  run,
  server,
  subagent,
  write,
} from './calls.ts'
import type { TestSpan } from './trace.ts'

type More = Partial<TestSpan>
type Times = readonly [number, number]

const HOUR = 3_600_000
const complete = { 'toolspan.coverage.status': 'complete' }
const input = (text: string): More => ({ 'toolspan.operation.fingerprint': text })

/** Spans of parts of a day, each from its own start on. */
const PARTS: readonly ((from: number) => TestSpan[])[] = [
  searchThenCreate,
  pagesByOffset,
  pagesByCursor,
  pollsAJob,
  fansOut,
  missesTheCache,
  probesHealth,
  callsOverMcp,
  worksInAShell,
  refreshesAToken,
  recovers,
  inheritsABudget,
  hedges,
  fallsBackToAnotherModel,
  asksAPerson,
  sendsTwiceUnderOneKey,
  asksAProxy,
  delegatesForAnHour,
  triesAgainAfterNewInput,
  gathersWithAGap,
  looksUpAWrite,
  asksInTheNextTurn,
]

/** What a well-behaved agent does in a day: nothing of it is worth a warning. */
export function healthyRun(): TestSpan[] {
  return [...PARTS.flatMap((part, index) => part(index * 2 * HOUR)), run]
}

/** The parts one by one, to say which of them is to blame. */
export const healthyParts: readonly (readonly [name: string, spans: () => TestSpan[]])[] = PARTS.map(
  (part) => [part.name, () => [...part(0), run]],
)

function searchThenCreate(from: number): TestSpan[] {
  return [
    empty('sc1', 'search_customers', { at: [from, from + 90], ...complete, 'toolspan.result.scanned': 1204 }),
    write('sc2', 'create_customer', { at: [from + 1000, from + 1200] }),
    ...[0, 1, 2, 3, 4, 5].flatMap((each) => [
      empty(`sf${each}`, 'find_tag', {
        at: [from + 2000 + each * 100, from + 2010 + each * 100],
        ...complete,
      }),
      write(`sw${each}`, 'create_tag', { at: [from + 2050 + each * 100, from + 2060 + each * 100] }),
    ]),
  ]
}

function pagesByOffset(from: number): TestSpan[] {
  return [50, 50, 20].map((count, page) =>
    read(`po${page}`, 'list_orders', {
      at: [from + page * 300, from + page * 300 + 200],
      ...input(`offset-${page * 50}`),
      'toolspan.result.count': count,
      'toolspan.result.total': 120,
    }),
  )
}

function pagesByCursor(from: number): TestSpan[] {
  return Array.from({ length: 9 }, (_, page) =>
    read(`pc${page}`, 'list_contacts', {
      at: [from + page * 300, from + page * 300 + 200],
      ...input(`cursor-${page}`),
      'toolspan.result.count': 20,
      'toolspan.result.total': 180,
      'toolspan.result.has_more': page < 8,
    }),
  )
}

function pollsAJob(from: number): TestSpan[] {
  return Array.from({ length: 16 }, (_, index) =>
    read(`pj${index}`, 'get_job', {
      at: [from + index * 7000 + (index % 3) * 400, from + index * 7000 + 1500],
      ...input('job-7'),
      'toolspan.result.fingerprint': `state-${Math.floor(index / 4)}`,
    }),
  )
}

function fansOut(from: number): TestSpan[] {
  const legs = Array.from({ length: 8 }, (_, leg) =>
    read(`fo${leg}`, 'price_of', { in: 'fan', at: [from + 10, from + 200 + leg], ...input('same') }),
  )
  const audit = request('foa', 'https://audit.example.com/events', 500, {
    in: 'fan',
    at: [from + 20, from + 60],
    'http.request.method': 'POST',
  })
  return [
    read('fan', 'compare', { at: [from, from + 400], ...complete, 'toolspan.result.count': 8 }),
    ...legs,
    audit,
  ]
}

function missesTheCache(from: number): TestSpan[] {
  return [
    read('mc', 'get_page', { at: [from, from + 300], ...complete }),
    request('mc1', 'https://cache.example.com/page/7', 404, { in: 'mc', at: [from + 5, from + 20] }),
    request('mc2', 'https://pages.example.com/page/7', 200, { in: 'mc', at: [from + 25, from + 280] }),
    request('mc3', 'https://pages.example.com/old', 302, { in: 'mc', at: [from + 281, from + 290] }),
  ]
}

function probesHealth(from: number): TestSpan[] {
  return Array.from({ length: 12 }, (_, index) =>
    request(`ph${index}`, 'https://status.example.com/health', index % 4 === 0 ? 200 : 503, {
      at: [from + index * 90_000, from + index * 90_000 + 80],
    }),
  )
}

/** One call as a framework, the MCP client, HTTP and the server show it, with a server clock that is an hour off. */
function callsOverMcp(from: number): TestSpan[] {
  const skew = from + HOUR
  const views = (id: string, at: number, make: (id: string, more: More) => TestSpan): TestSpan[] => {
    const more = input(`arguments-${id}`)
    const sent = client(make(`${id}C`, { in: id, at: [from + at + 5, from + at + 95], ...more }))
    const post = request(`${id}P`, 'https://mcp.example.com/mcp', 200, {
      in: `${id}C`,
      at: [from + at + 7, from + at + 93],
      'http.request.method': 'POST',
    })
    return [
      make(id, { at: [from + at, from + at + 100], ...more }),
      { ...sent, 'network.protocol.name': 'http' },
      post,
      server(sent, { in: `${id}P`, at: [skew + at + 8, skew + at + 90] }),
    ]
  }
  return [
    ...views('mk', 0, (id, more) => read(id, 'get_contract', more)),
    ...views('ml', 200, (id, more) => failing(id, 'get_contract', 'permission', more)),
    ...views('mm', 400, (id, more) => write(id, 'sign_contract', more)),
    ...views('mn', 600, (id, more) => empty(id, 'find_addenda', { ...more, ...complete })),
  ]
}

function worksInAShell(from: number): TestSpan[] {
  return Array.from({ length: 120 }, (_, index) => {
    const at: Times = [from + index * 4000, from + index * 4000 + 900]
    const more = { at, ...input(`command-${index}`) }
    if (index % 9 === 8) return write(`sh${index}`, 'edit_file', more)
    if (index % 3 !== 0)
      return failing(`sh${index}`, 'bash', 'other', {
        ...more,
        'error.type': 'tool_error',
        'toolspan.error.code': '1',
      })
    return call(`sh${index}`, 'bash', { ...more, 'toolspan.result.status': 'found' })
  })
}

function refreshesAToken(from: number): TestSpan[] {
  const url = 'https://files.example.com/plan'
  return [
    read('rt', 'get_plan', { at: [from, from + 500], ...complete }),
    request('rt1', url, 401, { in: 'rt', at: [from + 10, from + 50] }),
    request('rt2', 'https://login.example.com/token', 200, {
      in: 'rt',
      at: [from + 60, from + 200],
      'http.request.method': 'POST',
    }),
    request('rt3', url, 200, { in: 'rt', at: [from + 210, from + 450] }),
  ]
}

function recovers(from: number): TestSpan[] {
  const budget: More = {
    'toolspan.operation.id': 'op-rates',
    'toolspan.budget.id': 'b-rates',
    'toolspan.budget.deadline_ms': 20_000,
    'toolspan.tool.effect': 'read',
  }
  const failed = { failed: true, 'toolspan.error.category': 'transient' }
  const tried = (id: string, number: number, at: Times, more: More = {}) =>
    attempt(id, number, { ...budget, in: 'rcb', at, ...more })
  return [
    read('rc', 'get_rates', { at: [from, from + 5200], ...complete }),
    { id: 'rcb', in: 'rc', at: [from + 1, from + 5190], name: 'recover rates', ...budget },
    tried('rc1', 1, [from + 2, from + 100], { ...failed, 'toolspan.error.retry_after_ms': 2000 }),
    tried('rc2', 2, [from + 2150, from + 2300], failed),
    tried('rc3', 3, [from + 4400, from + 5180]),
  ]
}

function inheritsABudget(from: number): TestSpan[] {
  const root: More = {
    'toolspan.operation.id': 'op-visa',
    'toolspan.budget.id': 'b-visa',
    'toolspan.budget.max_attempts': 3,
  }
  const nested = (id: string, budget: string, number: number, at: Times, more: More) =>
    attempt(id, number, {
      in: 'ib',
      at,
      'toolspan.operation.id': 'op-visa',
      'toolspan.budget.id': budget,
      'toolspan.budget.parent_id': 'b-visa',
      'toolspan.budget.max_attempts': 3,
      ...more,
    })
  const failed = { failed: true, 'toolspan.error.category': 'transient' }
  return [
    read('ib', 'plan_trip', { at: [from, from + 3000], ...root, ...complete }),
    nested('ib1', 'b-visa-1', 1, [from + 10, from + 500], failed),
    nested('ib2', 'b-visa-2', 1, [from + 600, from + 900], failed),
    nested('ib3', 'b-visa-2', 2, [from + 1000, from + 2900], {}),
  ]
}

function hedges(from: number): TestSpan[] {
  return [
    read('hg', 'get_quote', { at: [from, from + 400], ...complete }),
    request('hg1', 'https://quotes.example.com/7', 200, {
      in: 'hg',
      at: [from + 5, from + 390],
      'toolspan.result.status': 'cancelled',
    }),
    request('hg2', 'https://quotes.example.com/7', 200, { in: 'hg', at: [from + 150, from + 380] }),
  ]
}

function fallsBackToAnotherModel(from: number): TestSpan[] {
  return [
    model('fm1', {
      at: [from, from + 200],
      failed: true,
      'error.type': '429',
      'toolspan.error.category': 'transient',
      'toolspan.error.retry_after_ms': 20_000,
      'toolspan.operation.id': 'op-answer',
    }),
    model('fm2', {
      at: [from + 210, from + 2000],
      'gen_ai.request.model': 'model-b',
      'toolspan.operation.id': 'op-answer',
    }),
  ]
}

function asksAPerson(from: number): TestSpan[] {
  return [
    call('ap', 'approve_order', { at: [from, from + HOUR], 'toolspan.result.status': 'input_required' }),
    write('ap2', 'place_order', { at: [from + HOUR + 100, from + HOUR + 400] }),
  ]
}

function sendsTwiceUnderOneKey(from: number): TestSpan[] {
  const key = { 'toolspan.idempotency_key.hash': 'k-1', ...input('pay-1') }
  const unknown = {
    failed: true,
    'toolspan.result.status': 'indeterminate',
    'toolspan.error.category': 'transient',
  }
  return [
    write('sk1', 'create_payment', { at: [from, from + 3000], ...key, ...unknown }),
    write('sk2', 'create_payment', { at: [from + 5000, from + 5900], ...key }),
  ]
}

function asksAProxy(from: number): TestSpan[] {
  const sent = client(read('pr', 'search', { at: [from, from + 300], ...input('q'), ...complete }))
  const onward = client(
    read('pro', 'search', {
      in: 'prS',
      service: 'server',
      at: [from + 20, from + 250],
      ...input('q'),
      ...complete,
    }),
  )
  return [
    sent,
    server(sent, { at: [from + 10, from + 280] }),
    onward,
    server(onward, { service: 'backend', at: [from + 5, from + 200] }),
  ]
}

function delegatesForAnHour(from: number): TestSpan[] {
  return [
    read('dh', 'ask_researcher', { at: [from, from + HOUR], ...complete }),
    subagent('dhA', { in: 'dh', at: [from + 10, from + HOUR - 10] }),
    ...Array.from({ length: 60 }, (_, index) => {
      const at: Times = [from + 60_000 * index + 100, from + 60_000 * index + 30_000]
      return index % 2 === 0
        ? model(`dh${index}`, { in: 'dhA', at })
        : read(`dh${index}`, 'fetch_page', { in: 'dhA', at, ...input(`page-${index}`) })
    }),
  ]
}

function triesAgainAfterNewInput(from: number): TestSpan[] {
  const invalid = (id: string, words: string, at: Times) =>
    failing(id, 'create_view', 'validation', { at, ...input(words), 'toolspan.error.retryable': false })
  return [
    model('ti0', { at: [from, from + 90] }),
    invalid('ti1', 'first', [from + 100, from + 150]),
    model('ti2', { at: [from + 200, from + 290] }),
    invalid('ti3', 'second', [from + 300, from + 350]),
    model('ti4', { at: [from + 400, from + 490] }),
    write('ti5', 'create_view', { at: [from + 500, from + 560], ...input('third') }),
  ]
}

function gathersWithAGap(from: number): TestSpan[] {
  return [
    failing('gg', 'gather_quotes', 'transient', {
      at: [from, from + 900],
      'toolspan.error.fields': ['partial_results', 'unresolved_sources'],
      'toolspan.result.partial_count': 2,
    }),
    read('gg1', 'quote_north', { in: 'gg', at: [from + 10, from + 300] }),
    read('gg2', 'quote_south', { in: 'gg', at: [from + 10, from + 320] }),
    failing('gg3', 'quote_east', 'transient', { in: 'gg', at: [from + 10, from + 600] }),
  ]
}

function looksUpAWrite(from: number): TestSpan[] {
  const unknown = {
    failed: true,
    'toolspan.result.status': 'indeterminate',
    'toolspan.error.category': 'transient',
  }
  return [
    write('lu1', 'transfer_funds', { at: [from, from + 20_000], ...input('tf'), ...unknown }),
    read('lu2', 'get_transfer', { at: [from + 22_000, from + 22_400], ...complete }),
    write('lu3', 'transfer_funds', { at: [from + 25_000, from + 26_000], ...input('tf') }),
  ]
}

function asksInTheNextTurn(from: number): TestSpan[] {
  const none = (id: string, turn: string, at: Times) =>
    empty(id, 'find_reply', { at, ...input('mailbox'), ...complete, 'toolspan.turn.id': turn })
  return [none('nt1', 'turn-1', [from, from + 50]), none('nt2', 'turn-2', [from + 9000, from + 9050])]
}
