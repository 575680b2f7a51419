import * as z from 'zod'
import { ERROR_CATEGORIES } from '../../semconv/attributes/error.ts'

/** One thing that was tried before the call was given up. */
const attemptedStepSchema = z
  .looseObject({
    source: z.string().describe('What was asked.'),
    attempts: z.int().min(0).optional().describe('How often, the first try included.'),
    outcome: z.string().optional().describe('What each try produced, in a word or a sentence.'),
  })
  .describe('One source that was asked and what it produced.')

/** The call that tells whether a state-changing call took effect. */
const statusCheckSchema = z
  .union([
    z.string(),
    z.looseObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
  ])
  .describe('The call that tells whether the action took effect: in words, or as a tool and its arguments.')

/** The fields of the error context. Only what is always known is required, so that nobody invents the rest. */
const errorContextFields = z.object({
  errorCategory: z
    .enum(ERROR_CATEGORIES)
    .describe('What has to change before the same call can work: time, input, a rule, access, or other.'),
  isRetryable: z.boolean().describe('Whether the same call, unchanged, may work and is safe to repeat.'),
  message: z.string().describe('What failed and why, for the model.'),
  errorCode: z.string().optional().describe("The error's own code."),
  detail: z.string().optional().describe('Free text; says what `other` means.'),
  attemptedQuery: z.unknown().optional().describe('What was asked for, as text or as an object.'),
  partialResults: z
    .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .optional()
    .describe('What had been found before the failure: a list, or lists by source.'),
  alternatives: z.array(z.unknown()).optional().describe('What a valid next call may use instead.'),
  attemptCount: z.int().min(0).optional().describe('Tries made, the first included.'),
  elapsedMs: z.number().min(0).optional().describe('Time spent, in milliseconds.'),
  budgetExhausted: z.boolean().optional().describe('Whether the recovery budget is spent.'),
  attemptedSteps: z.array(attemptedStepSchema).optional().describe('What was tried, source by source.'),
  unresolvedSources: z.array(z.string()).optional().describe('The sources that gave no answer.'),
  retryAfterMs: z
    .number()
    .min(0)
    .optional()
    .describe('How long to wait before the next try, in milliseconds.'),
  operationId: z.string().optional().describe('The logical operation that this call is a try of.'),
  status: z
    .enum(['failed', 'indeterminate'])
    .optional()
    .describe('`indeterminate`: a state-changing call was sent and its outcome is not known.'),
  statusCheck: statusCheckSchema.optional(),
  fallback: z.boolean().optional().describe('Whether a stand-in value is carried in place of a result.'),
  standIn: z.unknown().optional().describe('The stand-in value. It was not looked up.'),
})

/**
 * The error context (REQ-5). Keys of the tool's own may stand beside its fields and are kept. Written in
 * camelCase; snake_case is read as well.
 */
export const errorContextSchema = errorContextFields
  .loose()
  .describe('Why a tool call failed and what may be done about it.')

/** The fields of an error context, without keys of the tool's own. */
export type ErrorContextFields = z.infer<typeof errorContextFields>
/** An error context as it is written. */
export type ErrorContext = z.infer<typeof errorContextSchema>
export type AttemptedStep = z.infer<typeof attemptedStepSchema>
export type StatusCheck = z.infer<typeof statusCheckSchema>
