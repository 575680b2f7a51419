import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { describeHttpClient } from './http-client.ts'
import { answer, type HttpRow, lost, refusedFor, turnedAway } from './http-rows.ts'
import type { Meaning } from './meaning.ts'

/** Most errors come with the status 400; the name says what they are. */
function named(name: string, means: Meaning, status = 400): HttpRow {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'x' }
  return { name: `${name} (${status})`, how: answer(status, body), means: { ...means, code: name } }
}

describeHttpClient(
  '@aws-sdk/client-dynamodb',
  async (url, timeoutMs) => {
    const client = new DynamoDBClient({
      endpoint: url,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    })
    try {
      return await client.send(new PutItemCommand({ TableName: 't', Item: { id: { S: '1' } } }))
    } finally {
      client.destroy()
    }
  },
  {},
  [
    named('ProvisionedThroughputExceededException', turnedAway),
    named('ThrottlingException', turnedAway),
    named('RequestLimitExceeded', turnedAway),
    named('ConditionalCheckFailedException', refusedFor('business')),
    named('AccessDeniedException', refusedFor('permission')),
    named('UnrecognizedClientException', refusedFor('permission')),
    named('ValidationException', refusedFor('validation')),
    named('ResourceNotFoundException', refusedFor(undefined)),
    named('InternalServerError', lost, 500),
  ],
)
