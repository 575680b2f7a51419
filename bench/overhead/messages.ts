/** What the benchmark asks a program for. */
export type Question =
  /** Make so many calls, one after the other. */
  | { readonly ask: 'batch'; readonly calls: number }
  /** Say how much one call allocates. */
  | { readonly ask: 'bytes' }
  /** Say how many spans have reached the exporter since the start. */
  | { readonly ask: 'spans' }

/** What one call of a batch took, in microseconds: on the wall, and of processor time in all threads. */
export interface BatchTimes {
  readonly wallUs: number
  readonly cpuUs: number
}

/** What a program answers, by what was asked. */
export interface Answers {
  readonly ready: null
  readonly batch: BatchTimes
  readonly bytes: number
  readonly spans: number
}
