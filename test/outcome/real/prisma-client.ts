import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import * as runtime from '@prisma/client/runtime/client'

/** What `prisma generate` of version 7 wrote for the schema that stands in it: data only. */
const generated = JSON.parse(readFileSync(join(import.meta.dirname, 'prisma-client.json'), 'utf8'))

/** A part of the runtime that has no types of its own: the query compiler of one kind of database. */
function runtimePart(name: string): Promise<Record<string, unknown>> {
  return import(`@prisma/client/runtime/query_compiler_fast_bg.${name}.mjs`)
}

/** The class that a generated client exports, with the runtime and the query compiler of the package. */
function clientClass(provider: 'postgresql' | 'sqlite'): ReturnType<typeof runtime.getPrismaClient> {
  return runtime.getPrismaClient({
    ...generated,
    inlineSchema: generated.inlineSchema.replace('"sqlite"', `"${provider}"`),
    activeProvider: provider,
    previewFeatures: [],
    clientVersion: '7.10.0',
    engineVersion: 'none',
    compilerWasm: {
      getRuntime: () => runtimePart(provider),
      getQueryCompilerWasmModule: async () => {
        const { wasm } = await runtimePart(`${provider}.wasm-base64`)
        return compiled(Buffer.from(String(wasm), 'base64'))
      },
      importName: './query_compiler_fast_bg.js',
    },
  })
}

/** The language's types have no WebAssembly without those of a browser. */
function compiled(bytes: Buffer): unknown {
  return Reflect.construct(Reflect.get(Reflect.get(globalThis, 'WebAssembly'), 'Module'), [bytes])
}

type Args = Readonly<Record<string, unknown>>

/** What the tests call on a model of a client. */
interface Model {
  create(args: Args): Promise<unknown>
  update(args: Args): Promise<unknown>
  findMany(): Promise<unknown>
  findUniqueOrThrow(args: Args): Promise<unknown>
}

/** What the tests call on a client. */
export interface Client {
  readonly owner: Model
  readonly shop: Model
  $executeRawUnsafe(sql: string): Promise<number>
  $queryRawUnsafe(sql: string): Promise<unknown>
  $transaction(run: (inside: Client) => Promise<unknown>, options?: Args): Promise<unknown>
  $disconnect(): Promise<void>
}

const Sqlite = clientClass('sqlite')
const Postgres = clientClass('postgresql')

/** A client on a file of SQLite. */
export function sqliteClient(path: string, timeoutMs = 5000): Client {
  const adapter = new PrismaLibSql({ url: `file:${path}`, timeout: timeoutMs })
  return new Sqlite({ adapter }) as unknown as Client
}

/** A client on a server of PostgreSQL at a port of this host. */
export function postgresClient(port: number, database: string): Client {
  const adapter = new PrismaPg({ host: '127.0.0.1', port, user: 'u', password: 'p', database })
  return new Postgres({ adapter }) as unknown as Client
}

/** A client that was made without a way to its database. */
export function clientWithoutAdapter(): unknown {
  return Reflect.construct(Sqlite, [{}])
}

export const {
  PrismaClientInitializationError,
  PrismaClientKnownRequestError,
  PrismaClientRustPanicError,
  PrismaClientUnknownRequestError,
} = runtime
