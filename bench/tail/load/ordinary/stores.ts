import type { MadeSpan } from '../../../check/data/made-span.ts'
import type { Random } from '../../../check/data/random.ts'
import { codeAttributes, processAttributes, spanUnder, stackOf } from './beside.ts'

interface Statement {
  readonly operation: string
  readonly table: string
  readonly text: string
}

const STATEMENTS: readonly [Statement, ...Statement[]] = [
  {
    operation: 'SELECT',
    table: 'orders',
    text: 'SELECT o.id, o.status, o.region, o.total, o.currency, o.created_at, o.updated_at, c.id AS customer_id, c.name AS customer_name, c.email FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.tenant_id = $1 AND o.status = ANY($2) AND o.created_at >= $3 ORDER BY o.created_at DESC LIMIT $4 OFFSET $5',
  },
  {
    operation: 'SELECT',
    table: 'customers',
    text: 'SELECT id, name, email, phone, tier, locale, created_at FROM customers WHERE tenant_id = $1 AND id = $2',
  },
  {
    operation: 'SELECT',
    table: 'messages',
    text: 'SELECT id, role, content, tool_calls, created_at FROM messages WHERE session_id = $1 AND deleted_at IS NULL ORDER BY created_at ASC LIMIT $2',
  },
  {
    operation: 'INSERT',
    table: 'messages',
    text: 'INSERT INTO messages (id, session_id, role, content, tool_calls, token_count, created_at) VALUES ($1, $2, $3, $4, $5, $6, now()) ON CONFLICT (id) DO UPDATE SET content = EXCLUDED.content, token_count = EXCLUDED.token_count RETURNING id, created_at',
  },
  {
    operation: 'UPDATE',
    table: 'tickets',
    text: 'UPDATE tickets SET status = $1, assignee_id = $2, priority = $3, updated_at = now(), version = version + 1 WHERE id = $4 AND tenant_id = $5 AND version = $6',
  },
  {
    operation: 'SELECT',
    table: 'documents',
    text: 'SELECT d.id, d.title, d.body, d.metadata, 1 - (d.embedding <=> $1) AS similarity FROM documents d WHERE d.collection_id = $2 AND d.tenant_id = $3 AND d.archived_at IS NULL ORDER BY d.embedding <=> $1 LIMIT $4',
  },
]

/** So many statements fail. */
const FAILURES = 0.01

/** A statement that is sent to a database, as the instrumentation of its driver records it. */
export function statement(parent: MadeSpan, random: Random): MadeSpan {
  const { operation, table, text } = random.pick(STATEMENTS)
  const host = `pg-${random.pick(['orders', 'agents'])}-${random.between(0, 2)}.db.internal`
  const hasFailed = random.happens(FAILURES)
  const message = 'canceling statement due to statement timeout'
  return spanUnder(parent, random, {
    name: `${operation} agents.${table}`,
    kind: 3,
    service: parent.service,
    scope: '@opentelemetry/instrumentation-pg',
    hasFailed,
    ...(hasFailed
      ? { exception: { type: 'DatabaseError', message, stack: stackOf(`error: ${message}`, random) } }
      : {}),
    ...(random.happens(0.1)
      ? { events: [{ name: 'connection acquired', attributes: { 'db.client.connection.wait_ms': 3 } }] }
      : {}),
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': 'agents|public',
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.text': text,
      'db.query.summary': `${operation} ${table}`,
      'db.client.connection.pool.name': `${host}:5432/agents`,
      'server.address': host,
      'server.port': 5432,
      'network.peer.address': `10.2.4.${random.between(1, 250)}`,
      'network.peer.port': 5432,
      'network.transport': 'tcp',
      'peer.service': 'postgres',
      ...(hasFailed ? { 'db.response.status_code': '57014', 'error.type': '57014' } : {}),
      ...codeAttributes(random, 'pg/lib/client.js', ['query', 'execute', 'findMany']),
      ...processAttributes(random),
      // Some ask their instrumentation where a statement came from.
      ...(random.happens(0.15) ? { 'code.stacktrace': stackOf('Error', random) } : {}),
    },
  })
}

/** A command that is sent to a cache. */
export function cacheCommand(parent: MadeSpan, random: Random): MadeSpan {
  const command = random.pick(['GET', 'SET', 'HGETALL', 'EXPIRE', 'EVALSHA'])
  const key = `agents:${random.pick(['session', 'ratelimit', 'toolcache'])}:${random.hex(24)}`
  return spanUnder(parent, random, {
    name: command,
    kind: 3,
    service: parent.service,
    scope: '@opentelemetry/instrumentation-ioredis',
    attributes: {
      'db.system.name': 'redis',
      'db.namespace': '0',
      'db.operation.name': command,
      'db.query.text': command === 'SET' ? `SET ${key} [1 other arguments] EX 3600 NX` : `${command} ${key}`,
      'server.address': 'redis-master.cache.internal',
      'server.port': 6379,
      'network.peer.address': `10.2.5.${random.between(1, 250)}`,
      'network.peer.port': 6379,
      'network.transport': 'tcp',
      'peer.service': 'redis',
      'db.redis.connection_string': 'redis://redis-master.cache.internal:6379/0',
      ...codeAttributes(random, 'ioredis/built/redis/index.js', ['sendCommand', 'get', 'pipeline']),
      ...processAttributes(random),
    },
  })
}
