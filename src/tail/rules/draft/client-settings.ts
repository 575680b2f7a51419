import type { ClientLibrary } from '../../facts/client-library.ts'

/** What people change at a library that repeats calls by itself (facts/retry-layers.md 5.2). */
export interface ClientSettings {
  /** How people call it. */
  readonly name: string
  /** What switches its own retries off. */
  readonly off: string
  /** What decides which failures it repeats; absent where nothing does. */
  readonly filter?: string
}

const MAX_RETRIES = 'set its maxRetries to 0'

export const CLIENT_SETTINGS: Readonly<Record<ClientLibrary, ClientSettings>> = {
  openai: { name: 'the OpenAI client', off: `${MAX_RETRIES} (max_retries in Python)` },
  openai_agents: {
    name: 'the OpenAI Agents SDK',
    off: 'set maxRetries of the OpenAI client below it to 0',
    filter: 'modelSettings.retry',
  },
  anthropic: { name: 'the Anthropic client', off: `${MAX_RETRIES} (max_retries in Python)` },
  groq: { name: 'the Groq client', off: MAX_RETRIES },
  cohere: { name: 'the Cohere client', off: MAX_RETRIES },
  mistral: { name: 'the Mistral client', off: 'set strategy of its retryConfig to none' },
  google_genai: { name: 'the Gemini client', off: 'leave httpOptions.retryOptions unset' },
  vercel_ai: { name: 'the AI SDK', off: 'set maxRetries of generateText to 0' },
  langchain: {
    name: 'LangChain',
    off: 'set maxRetries of its chat model to 0, or take with_retry() off',
    filter: 'retryOn of the middleware, retry_if_exception_type of with_retry()',
  },
  mastra: { name: 'Mastra', off: `${MAX_RETRIES} for the model, and attempts of the step to 0` },
  aws_sdk: { name: 'the AWS client', off: 'set its maxAttempts to 1, or AWS_MAX_ATTEMPTS=1' },
  got: { name: 'got', off: 'set its retry.limit to 0', filter: 'retry.statusCodes' },
  ky: { name: 'ky', off: 'set its retry to 0', filter: 'retry.statusCodes' },
  axios: {
    name: 'axios',
    off: 'take axios-retry off, or set its retries to 0',
    filter: 'retryCondition of axios-retry',
  },
  undici: {
    name: 'the fetch client',
    off: 'use an Agent instead of a RetryAgent, or make what calls fetch try once',
    filter: 'statusCodes of the RetryAgent',
  },
  octokit: { name: 'octokit', off: 'set retry: { enabled: false }', filter: 'retry.doNotRetry' },
  urllib3: {
    name: 'urllib3',
    off: 'set max_retries of the HTTPAdapter, or retries of the pool, to 0',
    filter: 'status_forcelist of Retry',
  },
  httpx: { name: 'httpx', off: 'set retries of its transport to 0, and take @retry off what calls it' },
  grpc: {
    name: 'the gRPC channel',
    off: 'take retryPolicy out of its service config',
    filter: 'retryableStatusCodes of the retryPolicy',
  },
  mcp_sdk: { name: 'the MCP client', off: 'set reconnectionOptions.maxRetries to 0' },
  tenacity: { name: 'tenacity', off: 'set stop=stop_after_attempt(1), or take @retry off', filter: 'retry=' },
  temporal: {
    name: 'Temporal',
    off: 'set retry.maximumAttempts to 1',
    filter: 'nonRetryableErrorTypes of the retry policy',
  },
  bullmq: {
    name: 'BullMQ',
    off: 'set attempts to 1 and maxStalledCount to 0',
    filter: 'UnrecoverableError',
  },
  inngest: { name: 'Inngest', off: 'set retries to 0', filter: 'NonRetriableError' },
  trigger_dev: { name: 'Trigger.dev', off: 'set retry.maxAttempts to 1', filter: 'AbortTaskRunError' },
  celery: { name: 'Celery', off: 'set max_retries to 0', filter: 'autoretry_for' },
}
