/** Libraries that repeat calls by themselves and are known by their spans (facts/retry-layers.md 5.2). */
export const CLIENT_LIBRARIES = [
  'openai',
  'openai_agents',
  'anthropic',
  'groq',
  'cohere',
  'mistral',
  'google_genai',
  'vercel_ai',
  'langchain',
  'mastra',
  'aws_sdk',
  'got',
  'ky',
  'axios',
  'undici',
  'octokit',
  'urllib3',
  'httpx',
  'grpc',
  'mcp_sdk',
  'tenacity',
  'temporal',
  'bullmq',
  'inngest',
  'trigger_dev',
  'celery',
] as const
export type ClientLibrary = (typeof CLIENT_LIBRARIES)[number]

/**
 * Scopes are named after the library that their spans are about: `@opentelemetry/instrumentation-aws-sdk`,
 * `opentelemetry.instrumentation.urllib3`, `@traceloop/instrumentation-openai`. The first that fits counts.
 */
const SCOPES: readonly (readonly [RegExp, ClientLibrary])[] = [
  [/^ai$|vercel[-_.]?ai/, 'vercel_ai'],
  [/openai[-_.]agents/, 'openai_agents'],
  [/langchain|langgraph/, 'langchain'],
  [/mastra/, 'mastra'],
  [/openai/, 'openai'],
  [/anthropic/, 'anthropic'],
  [/groq/, 'groq'],
  [/cohere/, 'cohere'],
  [/mistral/, 'mistral'],
  [/google[-_.]?gen(?:erative)?[-_.]?ai|vertexai/, 'google_genai'],
  [/aws[-_.]?sdk|boto|bedrock/, 'aws_sdk'],
  [/(?:^|[-_./])got$/, 'got'],
  [/(?:^|[-_./])axios/, 'axios'],
  [/octokit/, 'octokit'],
  [/undici/, 'undici'],
  [/urllib3|instrumentation\.requests$/, 'urllib3'],
  [/httpx/, 'httpx'],
  [/grpc/, 'grpc'],
  [/temporal/, 'temporal'],
  [/bullmq/, 'bullmq'],
  [/inngest/, 'inngest'],
  [/trigger[-_.]?dev/, 'trigger_dev'],
  [/celery/, 'celery'],
]

/** How the libraries that send requests call themselves in the header `User-Agent`. */
const USER_AGENTS: readonly (readonly [RegExp, ClientLibrary])[] = [
  [/^(?:async)?openai\//, 'openai'],
  [/^ai\//, 'vercel_ai'],
  [/^(?:async)?anthropic\//, 'anthropic'],
  [/^(?:async)?groq\//, 'groq'],
  [/^google-genai-sdk\//, 'google_genai'],
  [/^aws-sdk-|botocore\//, 'aws_sdk'],
  [/^got\b/, 'got'],
  [/^axios\//, 'axios'],
  [/octokit/, 'octokit'],
  [/^python-(?:urllib3|requests)\//, 'urllib3'],
  [/^python-httpx\//, 'httpx'],
  [/^grpc-/, 'grpc'],
]

/** Hosts whose own clients count their tries in a header: the header alone does not say which of them it is. */
const COUNTING_HOSTS: readonly (readonly [RegExp, ClientLibrary])[] = [
  [/(?:^|\.)openai\.(?:com|azure\.com)$/, 'openai'],
  [/(?:^|\.)anthropic\.com$/, 'anthropic'],
  [/(?:^|\.)groq\.com$/, 'groq'],
]

/** Programs have a handful of scopes, and of user agents. Beyond that none is remembered. */
const MAX_REMEMBERED = 256
type Remembered = Map<string, ClientLibrary | undefined>
const byScope: Remembered = new Map()
const byUserAgent: Remembered = new Map()

/** The library that the spans of an instrumentation scope are about; undefined where nothing says it. */
export function clientOfScope(scope: string): ClientLibrary | undefined {
  return scope === '' ? undefined : remembered(byScope, SCOPES, scope)
}

/** The library that sent a request, by what it calls itself. */
export function clientOfUserAgent(userAgent: string): ClientLibrary | undefined {
  return remembered(byUserAgent, USER_AGENTS, userAgent)
}

function remembered(memory: Remembered, patterns: typeof SCOPES, text: string): ClientLibrary | undefined {
  const known = memory.get(text)
  if (known !== undefined || memory.has(text)) return known
  const found = firstThatFits(patterns, text.toLowerCase())
  if (memory.size < MAX_REMEMBERED) memory.set(text, found)
  return found
}

/** The library whose header counts the tries at a host. */
export function countingClientOf(host: string): ClientLibrary | undefined {
  return firstThatFits(COUNTING_HOSTS, host.toLowerCase())
}

function firstThatFits(
  known: readonly (readonly [RegExp, ClientLibrary])[],
  text: string,
): ClientLibrary | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1]
}
