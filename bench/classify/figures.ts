import { median } from '../statistics.ts'
import type { Body } from './bodies.ts'
import type { Kind } from './kinds.ts'
import { timeOnce } from './timing.ts'

/** What classifying the bodies of one kind takes. */
export interface Figures {
  readonly kind: Kind
  /** One classification in microseconds: the median over the bodies, and the slowest body. */
  readonly us: number
  readonly slowestUs: number
  /** As multiples of parsing the same text, the median over the bodies; absent for what is no JSON. */
  readonly parses?: number
  /** Absent for a kind without a limit. */
  readonly isMissed?: boolean
}

/** A limit counts as missed when it is passed by more than this share of it: so much is noise of the machine. */
export const NOISE = 0.1

/** Measures one kind; of each body and its parsing so many batches. */
export function measure(kind: Kind, batches: number): Figures {
  const timed = kind.bodies.map((body) => timeBody(body, batches))
  const us = median(timed.map((each) => each.us))
  const ratios = timed.flatMap((each) => each.parses ?? [])
  const parses = ratios.length === 0 ? undefined : median(ratios)
  const isMissed = isAbove(us, kind.limitUs) ?? isAbove(parses, kind.limitParses)
  return {
    kind,
    us,
    slowestUs: Math.max(...timed.map((each) => each.us)),
    ...(parses !== undefined && { parses }),
    ...(isMissed !== undefined && { isMissed }),
  }
}

function timeBody({ classify, json }: Body, batches: number): { us: number; parses: number | undefined } {
  const works = json === undefined ? [classify] : [classify, () => JSON.parse(json)]
  const [us = Number.NaN, parseUs] = timeOnce(works, batches)
  return { us, parses: parseUs === undefined ? undefined : us / parseUs }
}

function isAbove(figure: number | undefined, limit: number | undefined): boolean | undefined {
  return figure === undefined || limit === undefined ? undefined : figure > limit * (1 + NOISE)
}
