import { Octokit } from '@octokit/core'
import { describeHttpClient } from './http-client.ts'
import { answer, refusedFor, turnedAway } from './http-rows.ts'

describeHttpClient(
  '@octokit/core',
  (url, timeoutMs) =>
    new Octokit({ baseUrl: url }).request('POST /repos/{owner}/{repo}/issues', {
      owner: 'o',
      repo: 'r',
      title: 't',
      request: { signal: AbortSignal.timeout(timeoutMs) },
    }),
  {},
  [
    {
      name: '403 that is a rate limit, by its header',
      how: answer(403, { message: 'Forbidden' }, { 'x-ratelimit-remaining': '0' }),
      means: turnedAway,
    },
    {
      name: '403 that is a rate limit, by its words',
      how: answer(403, { message: 'You have exceeded a secondary rate limit.' }),
      means: turnedAway,
    },
    {
      name: '403 with a rate that is left',
      how: answer(403, { message: 'Resource not accessible' }, { 'x-ratelimit-remaining': '4999' }),
      means: refusedFor('permission'),
    },
    {
      name: '422 for a field',
      how: answer(422, {
        message: 'Validation Failed',
        errors: [{ resource: 'Issue', code: 'missing_field' }],
      }),
      means: refusedFor('validation'),
    },
  ],
)
