import { isKeyed } from '../../self/keyed.ts'
import { FUNCTION, type OptionRule, TEXT } from '../../self/option-check.ts'
import { invalidOption } from '../../self/toolspan-error.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { type Evidence, NOTHING, WORDS_LIMIT } from '../evidence/evidence.ts'
import type { ResultDescription } from './result-description.ts'

/** What a shape of your own gets to see of a result. It must not change it. */
export interface SeenResult {
  /** What the tool returned, as it arrived. */
  readonly result: unknown
  /** The data: the structured content, the JSON of a text, or the value; undefined where there are only words. */
  readonly data: unknown
  /** The words, at most 16,384 characters; undefined where there are none, or where they are the data. */
  readonly text: string | undefined
  /** Whether the result carries `isError: true`. */
  readonly isError: boolean
  readonly tool: string | undefined
  readonly effect: ToolEffect
}

/** A shape of your own: something that the results of your tools look like, and what it means. */
export interface OwnShape {
  /** Names the shape where an error of it is reported. */
  readonly id: string
  /** What the result means; undefined when it has another shape. It answers at once. */
  readonly read: (seen: SeenResult) => ResultDescription | undefined
}

/** What the option `shapes` has to be. */
export const OWN_SHAPES: OptionRule = {
  accepts: (value) => Array.isArray(value) && value.every(isOwnShape),
  expected: 'a list of shapes, each with an id and a function read',
}

function isOwnShape(value: unknown): boolean {
  return isKeyed(value) && TEXT.accepts(value.id) && FUNCTION.accepts(value.read)
}

/**
 * A shape of your own, for the option `shapes` of `traceTool`, `instrumentMcpClient` and `instrumentMcpServer`, and
 * of the classifiers. Yours are asked before those of Toolspan, in their order; the first answer counts. A result
 * that declares itself by an envelope is not shown to them.
 * @throws ToolspanError `invalid_option`
 */
export function defineShape(shape: OwnShape): OwnShape {
  if (!isKeyed(shape))
    throw invalidOption('the shape given to defineShape', 'an object with id and read', shape)
  if (!TEXT.accepts(shape.id)) throw invalidOption('the id of a shape', TEXT.expected, shape.id)
  if (!FUNCTION.accepts(shape.read)) {
    throw invalidOption(`read of the shape ${shape.id}`, 'a function of what is seen of a result', shape.read)
  }
  return Object.freeze({ id: shape.id, read: shape.read })
}

/** What is shown of a result. */
export function seenResult(result: unknown, evidence: Evidence): SeenResult {
  const { data, words, isFlagged, tool, effect } = evidence
  return {
    result,
    data: data === NOTHING ? undefined : data,
    text: words?.slice(0, WORDS_LIMIT),
    isError: isFlagged,
    tool,
    effect,
  }
}
