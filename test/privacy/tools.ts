import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { recover } from '../../src/budget/recover.ts'
import { ELICIT, ROOTS, SAMPLE, type ScenarioTool } from '../support/mcp-scenario-tools.ts'
import { mark } from './marks.ts'

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const read = { readOnlyHint: true }
const input = { secret: z.string() }

/** An error context with a secret in every part that takes a text. */
export const CONTEXT = {
  errorCategory: 'transient',
  isRetryable: true,
  message: `archive of ${mark('error-context')} is down`,
  errorCode: mark('error-code'),
  detail: mark('error-context'),
  attemptedQuery: { name: mark('error-context') },
  partialResults: [{ row: mark('error-context') }],
  alternatives: [mark('error-context')],
  attemptedSteps: [{ source: mark('missing-source'), attempts: 1, outcome: mark('error-context') }],
  unresolvedSources: [mark('missing-source')],
  retryAfterMs: 20,
  operationId: mark('content-id'),
}

class SecretError extends Error {
  override readonly name = mark('error-name')
  readonly code = `no key ${mark('error-code')}`
}

const failure = (code: unknown) =>
  Object.assign(new Error(mark('error-message'), { cause: new Error(mark('error-cause')) }), { code })

/** Tools whose results and errors hold secrets, in each of the ways in which a call can end. */
export const TOOLS: readonly ScenarioTool[] = [
  { name: 'answer', annotations: read, input, run: () => text(mark('result')) },
  {
    name: 'structured',
    annotations: read,
    run: () => ({
      ...text(JSON.stringify({ rows: [mark('result')] })),
      structuredContent: { rows: [mark('result')] },
    }),
  },
  {
    name: 'stale',
    annotations: read,
    run: () => ({
      content: [],
      structuredContent: {
        status: 'found_none',
        count: 0,
        emptyReason: mark('empty-reason'),
        coverage: { status: 'partial', missing: [mark('missing-source')] },
        freshness: { status: 'stale', observedAt: mark('observed-at').slice(0, 40), ageMs: 60_000 },
      },
    }),
  },
  {
    name: 'two-views',
    annotations: read,
    run: () => ({ ...text('[]'), structuredContent: { rows: [mark('result')] } }),
  },
  { name: 'empty', annotations: read, run: () => ({ content: [] }) },
  { name: 'fail', annotations: read, run: () => ({ ...text(mark('is-error-text')), isError: true }) },
  { name: 'dressed', annotations: read, run: () => text(`Error: 503 for ${mark('is-error-text')}`) },
  {
    name: 'context',
    annotations: read,
    run: () => ({ ...text(CONTEXT.message), structuredContent: CONTEXT, isError: true }),
  },
  { name: 'throw', annotations: read, input, run: () => Promise.reject(failure(undefined)) },
  { name: 'throw-code', annotations: read, run: () => Promise.reject(failure(mark('error-code'))) },
  { name: 'throw-words', annotations: read, run: () => Promise.reject(failure(`no ${mark('error-code')}`)) },
  { name: 'throw-system', annotations: read, run: () => Promise.reject(failure('ECONNREFUSED')) },
  {
    name: 'throw-status',
    annotations: read,
    run: () =>
      Promise.reject(
        Object.assign(failure(mark('error-code')), {
          status: 429,
          headers: { 'retry-after': '1', 'x-key': mark('header') },
        }),
      ),
  },
  {
    name: 'throw-named',
    annotations: read,
    run: () => Promise.reject(new SecretError(mark('error-message'))),
  },
  { name: 'throw-text', annotations: read, run: () => Promise.reject(mark('error-message')) },
  {
    name: 'throw-rpc',
    annotations: read,
    run: () => Promise.reject(new McpError(-32042, mark('error-message'), { url: mark('error-data') })),
  },
  {
    name: 'refund',
    annotations: { destructiveHint: true },
    input,
    run: () => Promise.reject(failure('ETIMEDOUT')),
  },
  {
    name: 'exhausted',
    annotations: read,
    run: () =>
      recover({ owner: 'archive-reader', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }, () => {
        throw Object.assign(failure('ECONNRESET'), { errorContext: CONTEXT })
      }),
  },
  {
    name: 'given-up',
    annotations: read,
    run: () =>
      recover({ owner: 'archive-reader', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }, () => ({
        ...text(CONTEXT.message),
        structuredContent: CONTEXT,
        isError: true,
      })),
  },
  {
    name: 'bad-output',
    annotations: read,
    output: { n: z.number() },
    run: () => ({ ...text(mark('result')), structuredContent: { n: mark('result') } }),
  },
  {
    name: 'progress',
    annotations: read,
    run: async ({ progress }) => {
      await progress(1)
      return text('done')
    },
  },
  {
    name: 'wait',
    annotations: read,
    async run({ say, signal }) {
      say('waiting')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw signal.reason
    },
  },
  {
    name: 'elicit',
    annotations: read,
    run: (run) => asked(run.ask({ ...ELICIT, params: { ...ELICIT.params, message: mark('question') } })),
  },
  {
    name: 'sample',
    annotations: read,
    run: (run) =>
      asked(
        run.ask({
          ...SAMPLE,
          params: {
            maxTokens: 8,
            messages: [{ role: 'user', content: { type: 'text', text: mark('question') } }],
          },
        }),
      ),
  },
  { name: 'roots', annotations: read, run: (run) => asked(run.ask(ROOTS)) },
]

async function asked(answer: Promise<unknown>): Promise<object> {
  return text(`${JSON.stringify(await answer)} ${mark('answer')}`)
}
