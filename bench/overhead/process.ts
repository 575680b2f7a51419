import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { BatchTimes, Question } from './messages.ts'
import { programNamed } from './programs.ts'

const PROGRAM = join(import.meta.dirname, 'program.ts')

/** A program that runs in its own process and does one thing at a time. */
export interface ProgramProcess {
  /** Makes so many calls, one after the other. */
  batch(calls: number): Promise<BatchTimes>
  /** The bytes that one call allocates. */
  bytes(): Promise<number>
  /** Throws when another number of spans has reached the exporter than the calls so far must have made. */
  checkSpans(): Promise<void>
  stop(): void
}

/** Starts a program and waits until it has connected. It rejects when the process ends before its answer. */
export async function startProgram(fullName: string): Promise<ProgramProcess> {
  const { spansPerCall } = programNamed(fullName)
  const child = fork(PROGRAM, [fullName], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = answersOf(child, fullName)
  const ask = (question: Question) => {
    child.send(question)
    return next()
  }
  await next()
  let made = 0
  return {
    batch(calls) {
      made += calls
      return ask({ ask: 'batch', calls })
    },
    bytes: () => ask({ ask: 'bytes' }),
    async checkSpans() {
      const spans = await ask({ ask: 'spans' })
      const expected = made * spansPerCall
      if (spans !== expected) {
        throw new Error(`${fullName}: ${made} calls must make ${expected} spans, and made ${spans}`)
      }
    },
    stop: () => child.disconnect(),
  }
}

function answersOf(child: ChildProcess, fullName: string) {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${fullName} ended with exit code ${code} before it had answered`)
  })
  // Nobody waits for an answer when the program is stopped.
  ended.catch(() => {})
  return async () => {
    const [answer] = await Promise.race([once(child, 'message'), ended])
    return answer
  }
}
