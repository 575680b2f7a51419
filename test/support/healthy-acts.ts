import {
  attempt,
  call,
  client,
  empty,
  failing,
  model,
  read,
  request,
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

/** One call as a framework, the MCP client, HTTP and the server show it, with a server clock that is an hour off. */
export function callsOverMcp(from: number): TestSpan[] {
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

export function worksInAShell(from: number): TestSpan[] {
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

export function recovers(from: number): TestSpan[] {
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

export function inheritsABudget(from: number): TestSpan[] {
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

export function fallsBackToAnotherModel(from: number): TestSpan[] {
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

export function asksAPerson(from: number): TestSpan[] {
  return [
    call('ap', 'approve_order', { at: [from, from + HOUR], 'toolspan.result.status': 'input_required' }),
    write('ap2', 'place_order', { at: [from + HOUR + 100, from + HOUR + 400] }),
  ]
}

export function sendsTwiceUnderOneKey(from: number): TestSpan[] {
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

export function asksAProxy(from: number): TestSpan[] {
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

export function delegatesForAnHour(from: number): TestSpan[] {
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

export function triesAgainAfterNewInput(from: number): TestSpan[] {
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

export function looksUpAWrite(from: number): TestSpan[] {
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
