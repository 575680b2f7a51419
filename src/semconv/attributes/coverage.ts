import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_COVERAGE_STATUS = 'toolspan.coverage.status'
export const ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED = 'toolspan.coverage.sources_expected'
export const ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED = 'toolspan.coverage.sources_covered'
export const ATTR_TOOLSPAN_COVERAGE_MISSING = 'toolspan.coverage.missing'

/** Values of `toolspan.coverage.status`. */
export const COVERAGE_STATUSES = ['complete', 'partial', 'unknown'] as const
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** How much was looked at. */
export const coverageAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_COVERAGE_STATUS,
    type: 'string',
    brief: 'How much of what should have been looked at was looked at, as the result states it.',
    values: COVERAGE_STATUSES,
    example: 'unknown',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED,
    type: 'int',
    brief: 'How many sources should have been asked.',
    example: 4,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED,
    type: 'int',
    brief: 'How many sources answered.',
    example: 3,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_COVERAGE_MISSING,
    type: 'string[]',
    brief: 'The names of the sources that did not answer.',
    example: ['eu-west'],
    stability: 'development',
    sensitive: true,
    setBy,
  },
]
