// One program in a process of its own: makes the calls that the benchmark asks for and says what they took.
//   node --expose-gc program.ts v1/floor
import { setImmediate } from 'node:timers/promises'
import { ToolspanProcessor } from 'toolspan'
import { allocatedBytes } from './allocation.ts'
import { type Call, createCall } from './calls/call.ts'
import type { Answers, BatchTimes, Question } from './messages.ts'
import { programNamed } from './programs.ts'
import { startTelemetry } from './telemetry.ts'

const program = programNamed(process.argv[2] ?? '')
const telemetry = startTelemetry(program, program.processor ? [new ToolspanProcessor()] : [])
const call = await createCall(program)
const spansBefore = await telemetry.exportedSpans()

async function answer(question: Question): Promise<Answers[keyof Answers]> {
  if (question.ask === 'batch') return batch(call, question.calls)
  if (question.ask === 'bytes') return allocatedBytes(call)
  return (await telemetry.exportedSpans()) - spansBefore
}

async function batch(call: Call, calls: number): Promise<BatchTimes> {
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  for (let made = 0; made < calls; made++) await call()
  const wallMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(cpuBefore)
  // Timers that are due, such as the exporter's, run here and not within the next batch.
  await setImmediate()
  return { wallUs: (wallMs * 1000) / calls, cpuUs: (user + system) / calls }
}

process.on('message', async (question: Question) => process.send?.(await answer(question)))
process.on('disconnect', () => process.exit(0))
process.send?.(null)
