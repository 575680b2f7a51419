import { DISK_SYNCS } from '../journal/disk-sync.ts'

/** What a setting may be. */
export type TailValue = string | number

/** One setting of the service: a flag, a variable of the environment and a key under `tail` in the file. */
export interface TailKey<Value extends TailValue = TailValue> {
  readonly brief: string
  readonly unit?: string
  /** Absent: it need not be there. */
  readonly default?: Value
  /** In words that follow "expected". */
  readonly expected: string
  /** The value of a text or a value of the file; undefined where it is none. */
  readonly read: (given: unknown) => Value | undefined
}

const MIB = 1024 * 1024

function wholeNumber(
  least: number,
  most: number,
  words: Omit<TailKey<number>, 'read' | 'expected'>,
): TailKey<number> {
  return {
    ...words,
    expected: `a whole number from ${least} to ${most}`,
    read(given) {
      const value = typeof given === 'string' && /^\d{1,15}$/.test(given.trim()) ? Number(given) : given
      return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined
    },
  }
}

function text(words: Omit<TailKey<string>, 'read' | 'expected'>): TailKey<string> {
  return {
    ...words,
    expected: 'a text that is not empty',
    read: (given) => (typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined),
  }
}

function oneOf<Name extends string>(
  names: readonly Name[],
  words: Omit<TailKey<string>, 'read' | 'expected'>,
): TailKey<string> {
  return {
    ...words,
    expected: `one of ${names.join(', ')}`,
    read: (given) => names.find((name) => name === given),
  }
}

function address(words: Omit<TailKey<string>, 'read' | 'expected'>): TailKey<string> {
  return {
    ...words,
    expected: 'an address such as http://localhost:4318',
    read: (given) =>
      typeof given === 'string' && /^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined,
  }
}

/** Every setting of the service. Flags, variables and docs are made from it. */
export const TAIL_KEYS = {
  listen: text({
    brief: 'The address to listen on. Others than loopback need a token, or a warning is written.',
    default: '127.0.0.1',
  }),
  httpPort: wholeNumber(0, 65_535, {
    brief: 'The port of OTLP/HTTP, /healthz and /readyz; 0 picks one.',
    default: 4318,
  }),
  grpcPort: wholeNumber(0, 65_535, {
    brief: 'The port of OTLP/gRPC; 0 picks one.',
    default: 4317,
  }),
  metricsPort: wholeNumber(0, 65_535, { brief: 'The port of /metrics; 0 picks one.', default: 9464 }),
  state: text({
    brief: 'The folder of journal and outbox; `memory` goes without, and forgets what is open when it ends.',
    default: 'toolspan-tail',
  }),
  journalSync: oneOf(DISK_SYNCS, {
    brief:
      'How often journal and outbox wait for the disk. A process that is killed loses nothing in any case. `off`: a loss of power can hurt the files, and the service begins with none. `normal`: they stay whole, and may lack what came last. `full`: nothing that was answered is lost; it costs a wait for the disk each time.',
    default: 'off',
  }),
  export: address({
    brief:
      'Where findings and metrics are sent, without `/v1/…`. Else `OTEL_EXPORTER_OTLP_ENDPOINT`; where neither is set, nothing is sent.',
  }),
  forward: address({
    brief:
      'Every request goes on to this address as it came, and the answer back; the service looks at a copy. Tokens are then those of the receiver.',
  }),
  forwardGrpc: address({ brief: 'The same for gRPC.' }),
  tokenFile: text({ brief: 'A file with the bearer token that senders have to show.' }),
  tlsCertFile: text({ brief: 'The certificate in PEM. With `tlsKeyFile` the service speaks TLS only.' }),
  tlsKeyFile: text({ brief: 'The key of the certificate in PEM.' }),
  tlsCaFile: text({ brief: 'The certificates in PEM whose holders may connect. Others may not.' }),
  maxSpans: wholeNumber(100, 20_000_000, {
    brief:
      'Spans whose facts are held. Above it the runs that were quiet for the longest time are let go of.',
    unit: 'spans',
    default: 1_000_000,
  }),
  maxFactBytes: wholeNumber(MIB, 2 ** 40, {
    brief: 'Bytes of facts that are held.',
    unit: 'bytes',
    default: 512 * MIB,
  }),
  maxSpansPerRun: wholeNumber(100, 1_000_000, {
    brief: 'Spans of one run. A run with more is judged with what is there and begins anew.',
    unit: 'spans',
    default: 10_000,
  }),
  maxUnpackedSpans: wholeNumber(100, 10_000_000, {
    brief: 'Spans of runs that may hold a finding, kept ready to be judged again.',
    unit: 'spans',
    default: 20_000,
  }),
  judgeAfterMs: wholeNumber(0, 60_000, {
    brief: 'A run is judged so long after it has grown: its spans come from several senders.',
    unit: 'ms',
    default: 2000,
  }),
  quietMs: wholeNumber(100, 3_600_000, {
    brief: 'A run whose roots have ended is over when nothing was heard of it for so long.',
    unit: 'ms',
    default: 30_000,
  }),
  maxIdleMs: wholeNumber(1000, 7 * 86_400_000, {
    brief: 'Any other run is let go of when nothing was heard of it for so long.',
    unit: 'ms',
    default: 65 * 60_000,
  }),
  maxBodyBytes: wholeNumber(1024, 256 * MIB, {
    brief: 'The size of one body, as it comes and decompressed.',
    unit: 'bytes',
    default: 16 * MIB,
  }),
  maxBodiesBytes: wholeNumber(MIB, 2 ** 40, {
    brief: 'The size of all bodies that are being received.',
    unit: 'bytes',
    default: 256 * MIB,
  }),
  maxConnections: wholeNumber(1, 100_000, {
    brief: 'Connections that are open at one time.',
    unit: 'connections',
    default: 1000,
  }),
  outboxCapacity: wholeNumber(100, 10_000_000, {
    brief: 'Reports about findings that wait to be sent. Above it the oldest are lost, and counted.',
    unit: 'reports',
    default: 100_000,
  }),
  metricIntervalMs: wholeNumber(1000, 3_600_000, {
    brief: 'How often metrics are sent.',
    unit: 'ms',
    default: 60_000,
  }),
  shutdownMs: wholeNumber(0, 600_000, {
    brief: 'How long the service may take to send what is left when it is told to end.',
    unit: 'ms',
    default: 10_000,
  }),
} as const

export type TailKeyName = keyof typeof TAIL_KEYS
