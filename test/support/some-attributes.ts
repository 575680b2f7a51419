import fc from 'fast-check'
import { READ_ATTRIBUTES } from '../../src/tail/facts/attribute-table.ts'
import type { AttributeValue } from '../../src/tail/facts/span-input.ts'

/** Words that some vocabulary gives a meaning to, and some that none does. */
const WORDS = [
  'execute_tool',
  'chat',
  'invoke_agent',
  'tools/call',
  'TOOL',
  'LLM',
  'AGENT',
  'tool',
  'agent',
  'ai.toolCall',
  'ai.generateText',
  'ai.generateText.doGenerate',
  'found_none',
  'found',
  'failed',
  'indeterminate',
  'cancelled',
  'transient',
  'complete',
  'unknown',
  'read',
  'write',
  'mcp_client',
  'GET',
  'http',
  'timeout',
  'ECONNRESET',
  '503',
  '[]',
  '{"content":[{"type":"text","text":"[]"}]}',
  '{"result":"größer 🙂","is_error":true}',
  'attempt=2; max=3',
  'https://orders.internal/v2/orders?page=1#top',
  '',
  'a "quoted"\\text\n\u2028',
]

const VALUES: fc.Arbitrary<AttributeValue> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 40_000 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }) },
)

const MARKS = READ_ATTRIBUTES.filter(({ marks }) => marks !== 0).map(({ name }) => name)
const NAMES = fc.oneof(
  fc.constantFrom(...MARKS),
  fc.constantFrom(...READ_ATTRIBUTES.map(({ name }) => name)),
  fc.constantFrom('server.port', 'user.tier', 'größe', '', 'gen_ai.tool.nam', 'gen_ai.tool.names'),
)

/** Attributes that facts are read from, of all vocabularies at once, among others. */
export const SOME_ATTRIBUTES: fc.Arbitrary<Record<string, AttributeValue>> = fc
  .array(fc.tuple(NAMES, VALUES), { maxLength: 14 })
  .map((entries) => Object.fromEntries(entries))
