import * as z from 'zod'
import { COVERAGE_STATUSES } from '../../semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES } from '../../semconv/attributes/error.ts'
import { FRESHNESS_STATUSES } from '../../semconv/attributes/freshness.ts'
import { EMPTY_REASONS } from '../../semconv/attributes/result.ts'
import { TIME_TEXT } from './time-text.ts'

/** How much of what should have been looked at was looked at. */
const coverageSchema = z.looseObject({
  status: z.enum(COVERAGE_STATUSES),
  sourcesExpected: z.int().min(0).optional().describe('Sources that should have answered.'),
  sourcesCovered: z.int().min(0).optional().describe('Sources that answered.'),
  missing: z.array(z.string()).optional().describe('The names of those that did not.'),
})

/** How old the answer is. */
const freshnessSchema = z.looseObject({
  status: z.enum(FRESHNESS_STATUSES),
  observedAt: z.string().regex(TIME_TEXT).optional().describe('When the data was true, RFC 3339.'),
  ageMs: z.number().min(0).optional().describe('Age of the data in milliseconds.'),
  maxAgeMs: z.number().min(0).optional().describe('Age the data may have, in milliseconds.'),
})

/** A source that gave no answer, and why. */
const gapSchema = z.looseObject({
  source: z.string(),
  errorCategory: z.enum(ERROR_CATEGORIES).optional(),
  isRetryable: z.boolean().optional(),
  message: z.string().optional(),
})

/** Statuses that a success envelope declares. Failures declare an error context. */
export const SUCCESS_STATUSES = ['found', 'found_none', 'completed', 'accepted', 'input_required'] as const

/**
 * The success envelope (REQ-8). Only the status is required; keys of the tool's own may stand beside these
 * and are kept. Written in camelCase; snake_case is read as well.
 */
export const successEnvelopeSchema = z
  .looseObject({
    status: z.enum(SUCCESS_STATUSES),
    count: z.int().min(0).optional().describe('Items returned.'),
    total: z.int().min(0).optional().describe('Items there are in all.'),
    scanned: z.int().min(0).optional().describe('Items looked at.'),
    sources: z.array(z.string()).optional().describe('The names of the sources that answered.'),
    coverage: coverageSchema.optional(),
    freshness: freshnessSchema.optional(),
    truncated: z.boolean().optional().describe('Whether the results were cut.'),
    hasMore: z.boolean().optional().describe('Whether a next page exists.'),
    nextCursor: z.string().optional().describe('Where the next page starts.'),
    emptyReason: z.enum(EMPTY_REASONS).optional().describe('What empty means.'),
    emptyDetail: z.string().optional().describe("The tool's own reason for an empty result."),
    searched: z.unknown().optional().describe('What was searched for, normalised.'),
    gaps: z.array(gapSchema).optional().describe('Each source that gave no answer, and why.'),
    message: z.string().optional().describe('What was done, or a remark on the results.'),
    fallback: z.boolean().optional().describe('Whether an earlier answer stands in for a current one.'),
    results: z.array(z.unknown()).optional().describe('The items.'),
  })
  .describe('What a tool call brought back, over how much, and how old it is.')

/** A success envelope as it is written. */
export type SuccessEnvelope = z.infer<typeof successEnvelopeSchema>
export type CoverageStatement = z.infer<typeof coverageSchema>
export type FreshnessStatement = z.infer<typeof freshnessSchema>
export type Gap = z.infer<typeof gapSchema>
