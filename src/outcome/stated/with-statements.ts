import { swallow } from '../../self/swallow.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { About, Outcome } from '../outcome.ts'
import { applyDescription, type Teller } from './apply-description.ts'
import { checkedDescription } from './checked-description.ts'
import { type OwnShape, seenResult } from './own-shape.ts'
import type { Describe, ResultDescription } from './result-description.ts'

const BY_HOOK: Teller = Object.freeze({ reason: 'declared', source: 'declared' })
const BY_SHAPE: Teller = Object.freeze({ reason: 'own_shape', source: 'mapped' })

/** What was read, with what the caller's own shapes and its `describe` say on top; `describe` has the last word. */
export function withStatements(read: Outcome, result: unknown, evidence: Evidence, about: About): Outcome {
  const { describe, shapes } = about
  let told = read
  if (shapes !== undefined && read.source !== 'declared') {
    const shaped = askShapes(shapes, result, evidence)
    if (shaped !== undefined) told = applyDescription(told, shaped, BY_SHAPE, evidence.isFlagged)
  }
  const described = describe && ask(describe, result, about.tool)
  return described === undefined ? told : applyDescription(told, described, BY_HOOK, evidence.isFlagged)
}

function askShapes(
  shapes: readonly OwnShape[],
  result: unknown,
  evidence: Evidence,
): ResultDescription | undefined {
  const seen = seenResult(result, evidence)
  for (const { id, read } of shapes) {
    try {
      const answer = checkedDescription(read(seen), `the shape ${id}`)
      if (answer !== undefined) return answer
    } catch (error) {
      swallow('hook', error)
    }
  }
  return undefined
}

function ask(describe: Describe, result: unknown, tool = 'a tool'): ResultDescription | undefined {
  try {
    return checkedDescription(describe(result), `describe of ${tool}`)
  } catch (error) {
    swallow('hook', error)
    return undefined
  }
}
