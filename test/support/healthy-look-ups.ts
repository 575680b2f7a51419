import { empty, failing, read, request, write } from './calls.ts'
import type { TestSpan } from './trace.ts'

type More = Partial<TestSpan>
type Times = readonly [number, number]

const complete = { 'toolspan.coverage.status': 'complete' }
const input = (text: string): More => ({ 'toolspan.operation.fingerprint': text })

export function searchThenCreate(from: number): TestSpan[] {
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

export function pagesByOffset(from: number): TestSpan[] {
  return [50, 50, 20].map((count, page) =>
    read(`po${page}`, 'list_orders', {
      at: [from + page * 300, from + page * 300 + 200],
      ...input(`offset-${page * 50}`),
      'toolspan.result.count': count,
      'toolspan.result.total': 120,
    }),
  )
}

export function pagesByCursor(from: number): TestSpan[] {
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

export function pollsAJob(from: number): TestSpan[] {
  return Array.from({ length: 16 }, (_, index) =>
    read(`pj${index}`, 'get_job', {
      at: [from + index * 7000 + (index % 3) * 400, from + index * 7000 + 1500],
      ...input('job-7'),
      'toolspan.result.fingerprint': `state-${Math.floor(index / 4)}`,
    }),
  )
}

export function fansOut(from: number): TestSpan[] {
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

export function missesTheCache(from: number): TestSpan[] {
  return [
    read('mc', 'get_page', { at: [from, from + 300], ...complete }),
    request('mc1', 'https://cache.example.com/page/7', 404, { in: 'mc', at: [from + 5, from + 20] }),
    request('mc2', 'https://pages.example.com/page/7', 200, { in: 'mc', at: [from + 25, from + 280] }),
    request('mc3', 'https://pages.example.com/old', 302, { in: 'mc', at: [from + 281, from + 290] }),
  ]
}

export function probesHealth(from: number): TestSpan[] {
  return Array.from({ length: 12 }, (_, index) =>
    request(`ph${index}`, 'https://status.example.com/health', index % 4 === 0 ? 200 : 503, {
      at: [from + index * 90_000, from + index * 90_000 + 80],
    }),
  )
}

export function refreshesAToken(from: number): TestSpan[] {
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

export function hedges(from: number): TestSpan[] {
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

export function gathersWithAGap(from: number): TestSpan[] {
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

export function asksInTheNextTurn(from: number): TestSpan[] {
  const none = (id: string, turn: string, at: Times) =>
    empty(id, 'find_reply', { at, ...input('mailbox'), ...complete, 'toolspan.turn.id': turn })
  return [none('nt1', 'turn-1', [from, from + 50]), none('nt2', 'turn-2', [from + 9000, from + 9050])]
}
