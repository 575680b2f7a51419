// An agent for the stack: plays one scenario and ends. It sends its spans, metrics and log records where the variables
// of OpenTelemetry say, and judges nothing: that is the tail's work. node main.ts SCENARIO NUMBER
import { NodeSDK } from '@opentelemetry/sdk-node'
import { desk } from './scenarios/desk.ts'

import { reset } from './scenarios/reset.ts'
import { runs } from './scenarios/runs.ts'
import { sampled } from './scenarios/sampled.ts'
import { trouble } from './scenarios/trouble.ts'
import { processorsOfTrouble } from './scenarios/trouble-processor.ts'

const SCENARIOS: Readonly<Record<string, (number: number) => Promise<void>>> = {
  desk,
  sampled,
  reset,
  runs,
  trouble,
}

const [name = '', number = '1'] = process.argv.slice(2)
const play = SCENARIOS[name]
if (play === undefined) throw new Error(`no scenario ${name}; known: ${Object.keys(SCENARIOS).join(', ')}`)
const sdk = new NodeSDK(name === 'trouble' ? { spanProcessors: processorsOfTrouble() } : {})
sdk.start()
await play(Number(number))
await sdk.shutdown()
