import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_OPERATION_ID = 'toolspan.operation.id'
export const ATTR_TOOLSPAN_OPERATION_FINGERPRINT = 'toolspan.operation.fingerprint'
export const ATTR_TOOLSPAN_ATTEMPT_NUMBER = 'toolspan.attempt.number'
export const ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH = 'toolspan.idempotency_key.hash'

const setBy: readonly Emitter[] = ['trace_tool', 'mcp_client', 'mcp_server']

/** Which operation a call is a try of. */
export const operationAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_OPERATION_ID,
    type: 'string',
    brief:
      'One logical operation over all its tries and layers. Minted by the outermost recover(), never for a single call.',
    example: 'order-88',
    stability: 'development',
    sensitive: false,
    setBy: ['recover', 'trace_tool', 'mcp_client', 'mcp_server'],
  },
  {
    name: ATTR_TOOLSPAN_OPERATION_FINGERPRINT,
    type: 'string',
    brief: 'A 48-bit keyed hash of tool and canonical arguments.',
    example: '9f2c41d07ab3',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ATTEMPT_NUMBER,
    type: 'int',
    brief: 'Which try of the operation this is; 1 is the first. Absent where nobody counted.',
    example: 2,
    stability: 'development',
    sensitive: false,
    setBy: ['recover', 'trace_tool', 'mcp_client', 'mcp_server'],
  },
  {
    name: ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH,
    type: 'string',
    brief: 'Hash of the idempotency key that a write was sent with.',
    example: '5be1d2',
    stability: 'development',
    sensitive: false,
    setBy: ['application'],
  },
]
