import {
  ATTR_TOOLSPAN_ATTEMPT_NUMBER,
  ATTR_TOOLSPAN_OPERATION_ID,
} from '../../semconv/attributes/operation.ts'
import {
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_URL_FULL,
} from '../../semconv/standard.ts'
import { hash64 } from '../../tail/facts/hash64.ts'
import type { SpanInput } from '../../tail/facts/span-input.ts'

/** A span as far as a warm-up needs it. */
export type MadeSpan = Pick<
  SpanInput,
  'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'service' | 'startMs' | 'failed'
> & {
  readonly endMs: number
  readonly attributes: Readonly<Record<string, string | number>>
}

const START_MS = 1_700_000_000_000
const TRIES = 3

/** Spans of a run in which a tool is tried three times, each with three requests below, all in vain. */
export function madeRun(run: number): MadeSpan[] {
  const spans: MadeSpan[] = []
  const traceId = hash64(`trace ${run}`) + hash64(`${run}`)
  let atMs = START_MS + run * 1000

  function add(
    name: string,
    parentSpanId: string | undefined,
    lastsMs: number,
    attributes: MadeSpan['attributes'],
  ): string {
    const spanId = hash64(`${run} ${spans.length}`)
    const service = parentSpanId === undefined ? 'agent' : 'tools'
    const failed = attributes[ATTR_ERROR_TYPE] !== undefined
    const endMs = atMs + lastsMs
    spans.push({ traceId, spanId, parentSpanId, name, service, startMs: atMs, endMs, failed, attributes })
    return spanId
  }

  const agent = add('invoke_agent', undefined, 1000, { [ATTR_GEN_AI_OPERATION_NAME]: 'invoke_agent' })
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const tool = add('execute_tool look_up', agent, 250, {
      [ATTR_GEN_AI_OPERATION_NAME]: 'execute_tool',
      [ATTR_GEN_AI_TOOL_NAME]: run % 2 === 0 ? 'look_up' : `find_${run}`,
      [ATTR_TOOLSPAN_OPERATION_ID]: `operation ${run}`,
      [ATTR_TOOLSPAN_ATTEMPT_NUMBER]: attempt,
      [ATTR_ERROR_TYPE]: 'timeout',
    })
    for (let request = 0; request < TRIES; request++) {
      atMs += 60
      add('GET', tool, 50, {
        [ATTR_HTTP_REQUEST_METHOD]: 'GET',
        [ATTR_URL_FULL]: `http://localhost/${run}`,
        [ATTR_HTTP_RESPONSE_STATUS_CODE]: 503,
        [ATTR_ERROR_TYPE]: '503',
      })
    }
    atMs += 100
  }
  return spans
}
