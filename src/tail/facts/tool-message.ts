/** A tool's result as LangChain hands it to the model. */
export interface ToolMessage {
  /** A text, or a list: content blocks, or a list that the tool returned. */
  readonly content: unknown
  readonly isError: boolean
  readonly callId: string | undefined
}

/**
 * The message around a tool's result: LangChain records it instead of the result, as it serialises itself
 * (`{ lc, type: 'constructor', id: […, 'ToolMessage'], kwargs }`), as its Python model does (`{ type: 'tool', data }`,
 * `{ type: 'tool', content, tool_call_id }`), and each of these also under `output`. Undefined for any other value.
 */
export function toolMessageOf(value: unknown): ToolMessage | undefined {
  if (!isRecord(value)) return undefined
  const message = isRecord(value.output) ? value.output : value
  const fields = fieldsOf(message)
  if (fields === undefined || !('content' in fields)) return undefined
  const { content, status, tool_call_id } = fields
  return {
    content,
    isError: status === 'error',
    callId: typeof tool_call_id === 'string' && tool_call_id !== '' ? tool_call_id : undefined,
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(message: Fields): Fields | undefined {
  const { type, id, kwargs, data } = message
  if (type === 'constructor')
    return Array.isArray(id) && id.at(-1) === 'ToolMessage' && isRecord(kwargs) ? kwargs : undefined
  if (type !== 'tool') return undefined
  if (isRecord(data)) return data
  return 'tool_call_id' in message ? message : undefined
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
