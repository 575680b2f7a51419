import { describeDesk } from '../../../support/recorded-desk.ts'

const EMPTY = 'empty-unknown-coverage info list_refunds'
const desk = { finds: [EMPTY], agent: 'desk', toolsOffered: 4 }

describeDesk('openinference', [
  // LangChain repeats the tool below one call of the model, and records messages instead of results.
  { ...desk, name: 'python-langchain', modelCalls: 5, hasCallIds: true, hasRequests: true },
  { ...desk, name: 'node-langchain', modelCalls: 5, hasCallIds: true },
  {
    ...desk,
    name: 'python-openai',
    // The MCP instrumentation makes no spans: those are the SDK's own, without bodies.
    finds: ['category-lost info fetch_invoice', EMPTY],
    modelCalls: 6,
    trace: 0,
  },
  { ...desk, name: 'node-openai', modelCalls: 6 },
])
