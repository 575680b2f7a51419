import { expect, test } from 'vitest'
import { isProgramName } from '../../src/privacy/program-name.ts'

test.each([
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'ERR_NON_2XX_3XX_RESPONSE',
  'insufficient_quota',
  'rate_limit_exceeded',
  'AccessDeniedException',
  'com.example#AccessDeniedException',
  'auth/invalid-credential',
  'ORDER-404',
  'P2002',
  '22P02',
  '57014',
  'E11000',
  'ORA-00942',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  '-32602',
  'APIError$',
  'tool:timeout',
])('%s is the name of something in a program', (text) => {
  expect(isProgramName(text)).toBe(true)
})

test.each([
  ['a sentence', 'no key for ana'],
  ['an address', 'ana.silva@corp.test'],
  ['a URL', 'https://api.test/orders/1'],
  ['a key', 'sk-live-51Hq8zRTaB9cDeF42xYz'],
  ['the id of a thing', '550e8400-e29b-41d4-a716-446655440000'],
  ['a hash', '9f2c41d07ab3'],
  ['a card', '4242-4242-4242-4242'],
  ['a long text', 'x'.repeat(65)],
  ['a text in another script', 'ошибка'],
  ['nothing', ''],
])('%s is none', (_what, text) => {
  expect(isProgramName(text)).toBe(false)
})
