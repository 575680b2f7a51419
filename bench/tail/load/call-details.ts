import type { Attributes, MadeSpan } from '../../check/data/made-span.ts'
import type { Random } from '../../check/data/random.ts'
import { processAttributes, stackOf } from './ordinary/beside.ts'

/** The span of a call with what else instrumentations write on it: whole spans of agents have about 1 KB. */
export function detailed(span: MadeSpan, random: Random): MadeSpan {
  const { exception } = span
  return {
    ...span,
    attributes: {
      ...span.attributes,
      ...(isModel(span) ? modelDetails(span, random) : {}),
      ...processAttributes(random),
    },
    ...(exception === undefined
      ? {}
      : { exception: { ...exception, stack: stackOf(`Error: ${exception.message}`, random) } }),
  }
}

export function isModel({ name }: MadeSpan): boolean {
  return name.startsWith('chat')
}

const SETTINGS = '{"temperature":0.2,"max_tokens":1024,"top_p":1,"parallel_tool_calls":true,"stream":true}'

function modelDetails({ scope }: MadeSpan, random: Random): Attributes {
  const id = `chatcmpl-${random.hex(28)}`
  if (scope.startsWith('openinference')) {
    return {
      'llm.invocation_parameters': SETTINGS,
      'llm.system': 'openai',
      'llm.token_count.prompt_details.cache_read': random.between(0, 2000),
      'output.mime_type': 'application/json',
    }
  }
  if (scope === 'ai') {
    return {
      'ai.settings.maxRetries': 2,
      'ai.response.finishReason': 'tool-calls',
      'ai.response.id': id,
      'ai.response.model': 'gpt-5-mini-2025-08-07',
      'ai.response.timestamp': '2026-01-15T09:12:44.000Z',
      'ai.response.msToFinish': random.between(300, 4000),
      'ai.request.headers.user-agent': 'ai/6.0.3 ai-sdk/provider-utils/4.0.1 runtime/node.js/24',
    }
  }
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': 'gpt-5-mini-2025-08-07',
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'gen_ai.request.max_tokens': 1024,
    'gen_ai.output.type': 'text',
    'gen_ai.usage.cache_read.input_tokens': random.between(0, 2000),
    'openai.response.system_fingerprint': `fp_${random.hex(10)}`,
  }
}
