import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, final, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Names of AWS errors by what they say. Most come with the status 400, which says nothing. */
const NAMES: readonly (readonly [name: RegExp, cause: Cause])[] = [
  [
    /Throttl|TooManyRequests|RequestLimitExceeded|ThroughputExceeded|SlowDown|BandwidthLimit|PriorRequestNotComplete|TransactionInProgress/,
    refused('provider_error'),
  ],
  [
    /AccessDenied|Unauthori[sz]ed|NotAuthorized|ExpiredToken|UnrecognizedClient|InvalidSignature|InvalidClientTokenId|MissingAuthenticationToken|AuthFailure|CredentialsProvider/,
    denied('provider_error', 'permission'),
  ],
  [
    /ConditionalCheckFailed|TransactionCanceled|ResourceInUse|Conflict|QuotaExceeded|LimitExceeded/,
    denied('provider_error', 'business'),
  ],
  [/NotFound|NoSuch/, final('provider_error')],
  [
    /Validation|InvalidParameter|MissingParameter|Malformed|InvalidRequest|Serialization/,
    denied('provider_error', 'validation'),
  ],
  [/ServiceUnavailable|ModelNotReady/, refused('provider_error')],
  [/InternalFailure|InternalServer|RequestTimeout/, lost('provider_error')],
]

/** What people read of it. */
export const awsRow: DocsRow = {
  matches: 'errors of the AWS SDK',
  means: 'by name before status; throttling is transient',
}

/** Errors of the AWS SDK: the name decides before the status; `$retryable` says throttled or transient. */
export const aws: ErrorFamily = {
  id: 'aws',
  source: 'mapped',
  read({ name, error }) {
    if (!('$metadata' in error || '$fault' in error) && name !== 'CredentialsProviderError') return undefined
    const { $retryable } = error
    if (isKeyed($retryable) && $retryable.throttling === true)
      return { ...refused('provider_error'), code: name }
    const known = NAMES.find(([pattern]) => pattern.test(name))
    return known && { ...known[1], code: name }
  },
}
