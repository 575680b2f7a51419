import { z } from 'zod'

/** What a tool of the scenarios is told, whichever SDK runs it. */
export interface ToolRun {
  readonly args: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly meta: unknown
  /** Tells the test. */
  say(word: string): void
  progress(value: number): Promise<void>
  /** Asks the client; over a modern protocol the tool is left and called again with the answer. */
  ask(request: AskedRequest): Promise<unknown>
  /** Declares another output schema for the running tool: what a client has listed is out of date then. */
  declareOutput(output: z.ZodRawShape): void
}

/** A request of a server to its client. */
export interface AskedRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list'
  readonly params?: Readonly<Record<string, unknown>>
}

export interface ScenarioTool {
  readonly name: string
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
  readonly input?: z.ZodRawShape
  readonly output?: z.ZodRawShape
  /** Free: tests give back what no type allows. */
  run(run: ToolRun): unknown
}

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const read = { readOnlyHint: true }

export const ELICIT: AskedRequest = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Which name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
}
export const SAMPLE: AskedRequest = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 8 },
}
export const ROOTS: AskedRequest = { method: 'roots/list' }

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function asks(run: ToolRun, request: AskedRequest): Promise<unknown> {
  return text(JSON.stringify(await run.ask(request)))
}

/** One tool for each way in which a call can go. They work in any SDK, in this process and in another. */
export const SCENARIO_TOOLS: readonly ScenarioTool[] = [
  {
    name: 'echo',
    annotations: read,
    input: { text: z.string() },
    run: ({ args }) => text(String(args.text)),
  },
  { name: 'empty', annotations: read, run: () => ({ content: [] }) },
  { name: 'fail', annotations: read, run: () => ({ ...text('archive is down'), isError: true }) },
  {
    name: 'refused',
    annotations: read,
    run() {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
    },
  },
  {
    name: 'refund',
    annotations: { destructiveHint: true },
    input: { order: z.string() },
    run: () => text('refunded'),
  },
  {
    // Runs on after it was stopped, and answers nobody.
    name: 'wait',
    annotations: read,
    async run({ say, signal }) {
      say('waiting')
      await aborted(signal)
      say(`aborted: ${signal.reason instanceof Error ? signal.reason.message : signal.reason}`)
      return text('too late')
    },
  },
  {
    name: 'stop',
    annotations: read,
    async run({ say, signal }) {
      say('waiting')
      await aborted(signal)
      throw new DOMException('stopped', 'AbortError')
    },
  },
  {
    name: 'progress',
    annotations: read,
    async run({ progress }) {
      for (const value of [1, 2, 3]) await progress(value)
      return text('done')
    },
  },
  { name: 'elicit', annotations: read, run: (run) => asks(run, ELICIT) },
  { name: 'sample', annotations: read, run: (run) => asks(run, SAMPLE) },
  { name: 'roots', annotations: read, run: (run) => asks(run, ROOTS) },
  {
    name: 'drift',
    annotations: read,
    output: { n: z.number() },
    run({ declareOutput }) {
      declareOutput({ n: z.string() })
      return { ...text('{"n":"seven"}'), structuredContent: { n: 'seven' } }
    },
  },
  { name: 'meta', annotations: read, run: ({ meta }) => text(JSON.stringify(meta ?? null)) },
]
