import type { Dialect } from './dialect.ts'
import { genAiDialect } from './gen-ai.ts'
import { grpcDialect } from './grpc.ts'
import { httpDialect } from './http.ts'
import { langfuseDialect } from './langfuse.ts'
import { langSmithDialect } from './langsmith.ts'
import { openInferenceDialect } from './openinference.ts'
import { pydanticAiDialect } from './pydantic-ai.ts'
import { sentryDialect } from './sentry.ts'
import { toolspanDialect } from './toolspan.ts'
import { traceloopDialect } from './traceloop.ts'
import { vercelAiDialect } from './vercel-ai.ts'

/** Every vocabulary that is read, in order; a later one fills in what an earlier one left open. */
export const DIALECTS: readonly Dialect[] = [
  toolspanDialect,
  vercelAiDialect,
  openInferenceDialect,
  traceloopDialect,
  langSmithDialect,
  langfuseDialect,
  sentryDialect,
  pydanticAiDialect,
  genAiDialect,
  httpDialect,
  grpcDialect,
]

/** By bit, as marks are: the vocabularies that spans of Toolspan's own are written in. */
export const OWN_DIALECTS: number = DIALECTS.reduce(
  (bits, dialect, index) =>
    dialect === toolspanDialect || dialect === genAiDialect ? bits | (1 << index) : bits,
  0,
)
