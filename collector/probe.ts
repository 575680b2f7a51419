// Asks whether every address answers: node probe.ts URL… ends with 0 when all do, and names those that do not.
const answers = await Promise.all(
  process.argv.slice(2).map(async (url) => ({ url, fault: await faultOf(url) })),
)
const faults = answers.filter(({ fault }) => fault !== undefined)
for (const { url, fault } of faults) console.error(`${url}: ${fault}`)
process.exitCode = faults.length === 0 && answers.length > 0 ? 0 : 1

/** Why an address does not answer well; undefined when it does. */
async function faultOf(url: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(3000) })
    return ok ? undefined : `status ${status}`
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error)
  }
}
