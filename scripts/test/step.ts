/** What one step of the test run came to. */
export interface StepResult {
  readonly passed: number
  readonly failed: number
  /** A few words for the step's line, such as a size. */
  readonly note?: string
  /** What to print below the line whether the step failed or not, one line each. */
  readonly remarks?: readonly string[]
  /** What to print below the line; only for a step that failed. */
  readonly details?: string
}

/** One step of the test run. */
export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}
