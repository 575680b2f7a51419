import { type Refusal, rpcCodeOf } from '../http/refusal.ts'
import { bytesField, textField, varintField } from '../http/wire-writer.ts'

/** The header in which gRPC carries the details of a status. */
const DETAILS_KEY = 'grpc-status-details-bin'

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo'

/**
 * A refusal as google.rpc.Status. Without RetryInfo senders take RESOURCE_EXHAUSTED for a final answer (OTLP
 * specification 1.10, section OTLP/gRPC Throttling).
 */
function statusDetails({ status, message, retryAfterS }: Refusal): Uint8Array | undefined {
  if (retryAfterS === undefined) return undefined
  const delay = varintField(1, retryAfterS)
  const details = [...textField(1, RETRY_INFO), ...bytesField(2, bytesField(1, delay))]
  return Uint8Array.from([
    ...varintField(1, rpcCodeOf(status)),
    ...textField(2, message),
    ...bytesField(3, details),
  ])
}

/** A refusal as the headers that end a call. */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
  const details = statusDetails(refusal)
  return {
    'grpc-status': String(rpcCodeOf(refusal.status)),
    // Percent-encoded, as gRPC over HTTP/2 asks for.
    'grpc-message': encodeURIComponent(refusal.message),
    ...(details === undefined ? {} : { [DETAILS_KEY]: Buffer.from(details).toString('base64') }),
  }
}
