/** The address of the dependency, from the environment of the process. */
const BASE_URL = process.env.DEMO_DEPENDENCY_URL ?? ''

/** Reads records from the dependency; an answer that is no success becomes an error with its `status`. */
export async function getRecords(path: string, signal?: AbortSignal): Promise<unknown[]> {
  return readRecords(await fetch(BASE_URL + path, { signal: signal ?? null }), path)
}

/** Sends an order to the dependency and waits no longer than `timeoutMs` for the answer. */
export async function postRecord(path: string, body: unknown, timeoutMs: number): Promise<unknown[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(BASE_URL + path, { method: 'POST', body: JSON.stringify(body), signal })
  return readRecords(response, path)
}

async function readRecords(response: Response, path: string): Promise<unknown[]> {
  const body: unknown = await response.json()
  if (!response.ok)
    throw Object.assign(new Error(`${path} answered ${response.status}`), { status: response.status })
  return Array.isArray(body) ? body : []
}
