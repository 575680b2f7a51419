import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'

describeDesk('langsmith', [
  // A function that is traced is a chain, whatever it does: LangSmith knows of no agents.
  { name: 'python', finds: [EMPTY], modelCalls: 6 },
  { name: 'node', finds: [EMPTY], modelCalls: 6 },
  {
    name: 'python-langchain',
    finds: [EMPTY],
    agent: 'desk',
    modelCalls: 5,
    toolsOffered: 4,
    hasCallIds: true,
  },
])
