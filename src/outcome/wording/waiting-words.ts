/** How systems say that work has begun and is not done, as the source of an expression without marks around it. */
export const WAITING_WORDS =
  'accepted|queued|enqueued|pending|scheduled|submitted|started|starting|processing|working|running|in[-_ ]?progress|building|deploying|rolling|provisioning|initiali[sz]ing|creating|updating'

const IS_WAITING = new RegExp(`^(?:${WAITING_WORDS})$`, 'i')
/** The longest of them has twelve letters. */
const LONGEST = 15

/** Whether a status says that the work is still to be done. */
export function saysWaiting(status: unknown): boolean {
  return typeof status === 'string' && status.length <= LONGEST && IS_WAITING.test(status)
}
