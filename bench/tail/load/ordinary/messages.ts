import type { Attributes, MadeSpan } from '../../../check/data/made-span.ts'
import type { Random } from '../../../check/data/random.ts'
import { processAttributes, spanUnder, uuid } from './beside.ts'

/** What a tool that writes tells others: it is sent to a topic, and somebody takes it from there. */
export function message(parent: MadeSpan, random: Random): MadeSpan[] {
  const topic = random.pick(['orders.changed', 'tickets.changed', 'audit.tool-calls'])
  const id = uuid(random)
  const sent = spanUnder(parent, random, {
    name: `send ${topic}`,
    kind: 4,
    service: parent.service,
    scope: '@opentelemetry/instrumentation-kafkajs',
    attributes: messageAttributes('send', topic, id, random),
  })
  const taken = spanUnder(sent, random, {
    name: `process ${topic}`,
    kind: 5,
    service: 'audit-worker',
    scope: '@opentelemetry/instrumentation-kafkajs',
    links: [{ traceId: sent.traceId, spanId: sent.spanId }],
    attributes: {
      ...messageAttributes('process', topic, id, random),
      'messaging.consumer.group.name': 'audit-worker.production',
      'messaging.kafka.offset': random.between(1_000_000, 90_000_000),
    },
  })
  return [taken, sent]
}

function messageAttributes(type: string, topic: string, id: string, random: Random): Attributes {
  return {
    'messaging.system': 'kafka',
    'messaging.operation.type': type,
    'messaging.operation.name': type,
    'messaging.destination.name': topic,
    'messaging.destination.partition.id': String(random.between(0, 47)),
    'messaging.message.id': id,
    'messaging.message.body.size': random.between(200, 4000),
    'messaging.client.id': 'agents-production-7d9c5b6f4-x2x8q',
    'messaging.kafka.message.key': random.hex(24),
    'server.address': 'kafka-bootstrap.messaging.internal',
    'server.port': 9093,
    'network.transport': 'tcp',
    'peer.service': 'kafka',
    ...processAttributes(random),
  }
}
