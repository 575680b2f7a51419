import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import { ATTRIBUTES, STANDARD_NAMES } from './declared-names.ts'

const REGISTRY = join(import.meta.dirname, '../../docs/registry')

// What semconv-syntax.md of OpenTelemetry Weaver asks of a definition file (read 2026-11-30); unknown keys fail,
// as they do there.
const STABILITY = z.enum(['stable', 'development', 'alpha', 'beta', 'release_candidate'])
const ANNOTATIONS = z.record(z.string(), z.unknown())
const MEMBER = z.strictObject({ id: z.string(), value: z.string(), stability: STABILITY })
const DEFINITION = z.strictObject({
  id: z.string(),
  type: z.union([
    z.enum(['string', 'int', 'double', 'boolean', 'string[]']),
    z.strictObject({ members: z.array(MEMBER).nonempty() }),
  ]),
  stability: STABILITY,
  deprecated: z
    .discriminatedUnion('reason', [
      z.strictObject({ reason: z.literal('renamed'), renamed_to: z.string() }),
      z.strictObject({ reason: z.literal('obsoleted') }),
    ])
    .optional(),
  brief: z.string(),
  examples: z.array(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).nonempty(),
  requirement_level: z.literal('opt_in').optional(),
  annotations: ANNOTATIONS,
})
const REF = z.strictObject({ ref: z.string() })
const GROUP = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('attribute_group'),
    id: z.string(),
    display_name: z.string(),
    brief: z.string(),
    attributes: z.array(DEFINITION).nonempty(),
  }),
  z.strictObject({
    type: z.literal('metric'),
    id: z.string(),
    metric_name: z.string(),
    stability: STABILITY,
    brief: z.string(),
    instrument: z.enum(['counter', 'gauge', 'histogram', 'updowncounter']),
    unit: z.string(),
    attributes: z.array(REF),
    annotations: ANNOTATIONS,
  }),
  z.strictObject({
    type: z.literal('event'),
    id: z.string(),
    name: z.string(),
    stability: STABILITY,
    brief: z.string(),
    attributes: z.array(REF),
    annotations: ANNOTATIONS,
  }),
])
const FILE = z.strictObject({
  groups: z.array(GROUP),
  imports: z.strictObject({ metrics: z.array(z.string()) }),
})

const file = FILE.parse(parse(readFileSync(join(REGISTRY, 'toolspan.yaml'), 'utf8')))
const definitions = file.groups.flatMap((group) => (group.type === 'attribute_group' ? group.attributes : []))

test('REQ-41 the registry holds every attribute, with its values', () => {
  const inRegistry = definitions.map(({ id, type }) => ({
    name: id,
    values: typeof type === 'string' ? undefined : type.members.map(({ value }) => value),
  }))
  expect(inRegistry).toEqual(ATTRIBUTES.map(({ name, values }) => ({ name, values })))
})

test('REQ-41 the registry defines our metrics and takes over those of OpenTelemetry', () => {
  const defined = file.groups.flatMap((group) => (group.type === 'metric' ? [group.metric_name] : []))
  expect([...defined, ...file.imports.metrics].sort()).toEqual(EVERY_METRIC.map(({ name }) => name).sort())
  expect(file.imports.metrics.filter((name) => name.startsWith('toolspan'))).toEqual([])
})

test('group ids are unique, and so are the members of every list of values', () => {
  const ids = file.groups.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, type } of definitions) {
    if (typeof type === 'string') continue
    expect(new Set(type.members.map((member) => member.id)).size, id).toBe(type.members.length)
  }
})

test('every reference leads to an attribute of ours or to one of OpenTelemetry', () => {
  const own = new Set(definitions.map(({ id }) => id))
  const refs = file.groups.flatMap((group) =>
    group.type === 'attribute_group' ? [] : group.attributes.map(({ ref }) => ref),
  )
  expect(refs.filter((ref) => !own.has(ref) && !STANDARD_NAMES.has(ref))).toEqual([])
})

test('the manifest names the registry with its version and where foreign names come from', () => {
  const manifest: unknown = parse(readFileSync(join(REGISTRY, 'manifest.yaml'), 'utf8'))
  expect(manifest).toMatchObject({
    name: 'toolspan',
    schema_url: expect.stringMatching(/^https:\/\/.+\/\d+\.\d+\.\d+$/),
    dependencies: [{ schema_url: expect.stringMatching(/^https:\/\/.+\/\d+\.\d+\.\d+$/) }],
  })
})
