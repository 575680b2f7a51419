import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'

describeDesk('vercel-ai', [
  // The SDK asks the model once more after a 503: versions 5 and 6 write a span for each try, 7 one for both.
  ...['v5', 'v6'].map((name) => ({
    name,
    finds: [EMPTY],
    agent: 'desk',
    modelCalls: 7,
    failedModelCalls: 1,
    toolsOffered: 4,
    hasCallIds: true,
  })),
  {
    name: 'v7',
    finds: [EMPTY],
    agent: 'desk',
    modelCalls: 6,
    toolsOffered: 4,
    hasCallIds: true,
    hasRequests: true,
  },
])
