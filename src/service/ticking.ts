/** A tick is cut into slices of this length, so that requests are answered in between. */
const SLICE_MS = 6
/** Slices are longer once so many were not enough: else requests keep it from letting go of what is over. */
const LONG_SLICE_MS = 10
const PATIENCE = 5
const EVERY_MS = 100

/**
 * Calls `tick` again and again, at once where something is left to do. What it throws is told, and it goes on. Returns a
 * function that ends it.
 */
export function startTicking(
  tick: (isLate: () => boolean) => boolean,
  onFault: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let immediate: NodeJS.Immediate | undefined
  let cutOff = 0

  function run(): void {
    const untilMs = performance.now() + (cutOff > PATIENCE ? LONG_SLICE_MS : SLICE_MS)
    let isMore = false
    try {
      isMore = tick(() => performance.now() > untilMs)
    } catch (error) {
      onFault(error)
    }
    cutOff = isMore ? cutOff + 1 : 0
    if (isMore) immediate = setImmediate(run)
    else timer = setTimeout(run, EVERY_MS)
  }

  run()
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
