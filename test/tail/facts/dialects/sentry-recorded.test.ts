import { describeDesk } from '../../../support/recorded-desk.ts'

const server = { finds: ['empty-unknown-coverage info list_refunds'], hasArguments: false, hasRequests: true }

describeDesk('sentry', [
  { ...server, name: 'v10' },
  { ...server, name: 'v11' },
  {
    ...server,
    name: 'v11-no-content',
    finds: ['category-lost info fetch_invoice'],
    hasResults: false,
    category: undefined,
  },
])
