import type { DialectNames } from './dialect.ts'
import { genAiNames } from './gen-ai.ts'
import { grpcNames } from './grpc.ts'
import { httpNames } from './http.ts'
import { langfuseNames } from './langfuse.ts'
import { langSmithNames } from './langsmith.ts'
import { openInferenceNames } from './openinference.ts'
import { pydanticAiNames } from './pydantic-ai.ts'
import { sentryNames } from './sentry.ts'
import { toolspanNames } from './toolspan.ts'
import { traceloopNames } from './traceloop.ts'
import { vercelAiNames } from './vercel-ai.ts'

/** What each vocabulary looks at, in the order of `DIALECTS`. */
export const DIALECT_NAMES: readonly DialectNames[] = [
  toolspanNames(),
  vercelAiNames(),
  openInferenceNames(),
  traceloopNames(),
  langSmithNames(),
  langfuseNames(),
  sentryNames(),
  pydanticAiNames(),
  genAiNames(),
  httpNames(),
  grpcNames(),
]
