import type { DocsRow } from '../docs-row.ts'
import { abortedRow } from './aborted.ts'
import { allowanceRow } from './allowance.ts'
import { awsRow } from './aws.ts'
import { clientClassesRow } from './client-classes.ts'
import { fileSystemRow } from './file-system.ts'
import { grpcRow } from './grpc.ts'
import { httpStatusRow } from './http-status.ts'
import { mcpSdkRow } from './mcp-sdk.ts'
import { mongodbRow } from './mongodb.ts'
import { mysqlRow } from './mysql.ts'
import { nativeRow } from './native.ts'
import { networkRow } from './network.ts'
import { prismaRow } from './prisma.ts'
import { redisRow } from './redis.ts'
import { sqlStateRow } from './sql-state.ts'
import { sqliteRow } from './sqlite.ts'
import { timeoutRow } from './timeout.ts'
import { wordsRow } from './words.ts'
import { zodIssuesRow } from './zod-issues.ts'

/** What people read of each error family, by its id. */
export const ERROR_ROWS: Readonly<Record<string, DocsRow>> = {
  aborted: abortedRow,
  allowance: allowanceRow,
  aws: awsRow,
  'client-classes': clientClassesRow,
  'file-system': fileSystemRow,
  grpc: grpcRow,
  'http-status': httpStatusRow,
  'mcp-sdk': mcpSdkRow,
  mongodb: mongodbRow,
  mysql: mysqlRow,
  native: nativeRow,
  network: networkRow,
  prisma: prismaRow,
  redis: redisRow,
  'sql-state': sqlStateRow,
  sqlite: sqliteRow,
  timeout: timeoutRow,
  words: wordsRow,
  'zod-issues': zodIssuesRow,
}
