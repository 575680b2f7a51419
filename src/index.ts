// The public surface of toolspan: what is not named here is internal. No module of Node is imported from here.

// Build: results that say what they mean, for the model and for whoever reads traces.
export { type Combine, combine } from './outcome/build/combine.ts'
export { type Completed, completed } from './outcome/build/completed.ts'
export { type Failed, failed } from './outcome/build/failed.ts'
export { type Fallback, fallback } from './outcome/build/fallback.ts'
export { found } from './outcome/build/found.ts'
export { type FoundNone, foundNone } from './outcome/build/found-none.ts'
export { type Indeterminate, indeterminate } from './outcome/build/indeterminate.ts'
export type { Leg } from './outcome/build/leg.ts'
export type { Dated, LookedAt } from './outcome/build/looked-at.ts'
export { partial } from './outcome/build/partial.ts'
// Schemas: the envelopes that results and errors travel in.
export {
  type AttemptedStep,
  type ErrorContext,
  errorContextSchema,
  type StatusCheck,
} from './outcome/envelope/error-context.ts'
export { type SuccessEnvelope, successEnvelopeSchema } from './outcome/envelope/success-envelope.ts'
export { isFailure } from './outcome/is-failure.ts'
export { envelopeJsonSchemas } from './outcome/json-schema.ts'
export type { About, Coverage, Freshness, Outcome } from './outcome/outcome.ts'
export { outcomeAttributes, type SensitiveAttributes } from './outcome/outcome-attributes.ts'
export { defineShape, type OwnShape, type SeenResult } from './outcome/stated/own-shape.ts'
export type { ResultDescription } from './outcome/stated/result-description.ts'
export type { ToolResult } from './outcome/tool-result.ts'

// And what is around calls that return such results.

// Recover: one budget over all tries of an operation.
export type { Attempt, CurrentAttempt } from './budget/attempt.ts'
export { attemptAttributes, currentAttempt } from './budget/current-attempt.ts'
export type { NewBudget, RecoverOptions, RevisableFailure } from './budget/options.ts'
export { recover } from './budget/recover.ts'
export { UnresolvedError } from './budget/unresolved-error.ts'
// Errors and health of Toolspan itself.
export { type Clock, systemClock } from './clock.ts'
// Settings: thresholds, tools, mutes.
export type { ToolspanSettings } from './config/settings.ts'
// Instrument: a span for each call, at each boundary.
export { type FetchWithBudgetOptions, fetchWithBudget } from './instrument/budget-fetch.ts'
export { type HandleWithBudgetOptions, handleWithBudget } from './instrument/budget-handler.ts'
export type { CaptureOptions } from './instrument/capture.ts'
export { instrumentMcpClient } from './instrument/mcp-client.ts'
export type { McpClientOptions, McpServerOptions } from './instrument/mcp-options.ts'
export { instrumentMcpServer } from './instrument/mcp-server.ts'
export { traceTool } from './instrument/trace-tool.ts'
export type { TraceToolOptions } from './instrument/trace-tool-options.ts'
// Read: what a result or an error meant.
export { classifyError } from './outcome/classify-error.ts'
export { classifyResult } from './outcome/classify-result.ts'
export { classifyValue } from './outcome/classify-value.ts'
export { swallowedErrors } from './self/swallow.ts'
export { ToolspanError, type ToolspanErrorCode } from './self/toolspan-error.ts'
// Judge: findings about whole runs.
export type { Evidence, Finding, FindingLayer, FindingOrigin } from './tail/findings/finding.ts'
export { ToolspanProcessor } from './tail/processor.ts'
export type { ToolspanProcessorOptions } from './tail/processor-options.ts'
