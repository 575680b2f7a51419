import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HTTP_ROWS, type HttpRow } from './http-rows.ts'
import { closedPort, type Loopback, startLoopback } from './loopback.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'

/** Long enough for a busy machine; only a request that hangs gets the short one. */
const PATIENCE_MS = 30_000
const IMPATIENCE_MS = 80

/** A call of a real client with its retries switched off: to this server, with this limit. */
export type RealCall = (url: string, timeoutMs: number) => Promise<unknown>

/**
 * One package that speaks HTTP, against a loopback server: what it throws means the same as with any other.
 * @param otherwise what differs for this package, by the name of the row
 * @param further what only this package may meet
 */
export function describeHttpClient(
  name: string,
  call: RealCall,
  otherwise: Readonly<Record<string, Partial<Meaning>>> = {},
  further: readonly HttpRow[] = [],
): void {
  describe(`errors of ${name}, thrown by itself`, () => {
    let server: Loopback
    let nobody: string
    beforeAll(async () => {
      server = await startLoopback()
      nobody = `http://127.0.0.1:${await closedPort()}`
    })
    afterAll(() => server.close())

    it.each([...HTTP_ROWS, ...further].map((row) => [row.name, row] as const))(
      'REQ-3 %s',
      async (rowName, { how, means }) => {
        if (how !== 'refuse') server.behave(how)
        const before = server.requests()
        const isHang = how !== 'refuse' && how.kind === 'hang'
        const error = await thrownBy(() =>
          call(how === 'refuse' ? nobody : server.url, isHang ? IMPATIENCE_MS : PATIENCE_MS),
        )
        expectMeaning(error, { ...means, ...otherwise[rowName] })
        expect(server.requests() - before, 'the client repeated by itself').toBe(how === 'refuse' ? 0 : 1)
      },
    )
  })
}
