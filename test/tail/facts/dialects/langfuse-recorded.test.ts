import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'
const desk = { finds: [EMPTY], agent: 'desk', modelCalls: 6 }

describeDesk('langfuse', [
  { ...desk, name: 'python' },
  // The failed call has a level and no status.
  { ...desk, name: 'node' },
])
