import { expect, test } from 'vitest'
import type { AttributeDeclaration } from '../../src/semconv/declaration.ts'
import { EVENTS } from '../../src/semconv/events.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import { ATTRIBUTES, DECLARED_NAMES, STANDARD_NAMES } from './declared-names.ts'

const NAME = /^toolspan(\.[a-z][a-z0-9]*(_[a-z0-9]+)*)+$/
const FITS: Readonly<Record<AttributeDeclaration['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: Number.isSafeInteger,
  double: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  'string[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('attribute names are unique, and so are the names of metrics and of events', () => {
  expect(repeated(ATTRIBUTES.map((attribute) => attribute.name))).toEqual([])
  expect(repeated(EVERY_METRIC.map((metric) => metric.name))).toEqual([])
  expect(repeated(EVENTS.map((event) => event.name))).toEqual([])
})

test('REQ-41 every attribute and event name is toolspan, then parts in snake_case between dots', () => {
  const names = [...ATTRIBUTES, ...EVENTS].map(({ name }) => name)
  expect(names.filter((name) => !NAME.test(name))).toEqual([])
})

test('no attribute name is also the beginning of another name', () => {
  const all = [...DECLARED_NAMES]
  const prefixes = ATTRIBUTES.filter(({ name }) => all.some((other) => other.startsWith(`${name}.`)))
  expect(prefixes.map(({ name }) => name)).toEqual([])
})

test('every example is of the type that its attribute declares', () => {
  const misfits = ATTRIBUTES.filter(({ type, example }) => !FITS[type](example))
  expect(misfits.map(({ name }) => name)).toEqual([])
})

test('a closed list of values belongs to a text, holds no value twice, and holds the example', () => {
  const closed = ATTRIBUTES.filter(({ values }) => values !== undefined)
  const misfits = closed.filter(
    ({ type, values = [], example }) =>
      type !== 'string' || repeated(values).length > 0 || !values.some((value) => value === example),
  )
  expect(misfits.map(({ name }) => name)).toEqual([])
})

test('values of closed lists are in snake_case, or _OTHER', () => {
  const values = ATTRIBUTES.flatMap((attribute) => attribute.values ?? [])
  expect(values.filter((value) => !/^(_OTHER|[a-z0-9]+(_[a-z0-9]+)*)$/.test(value))).toEqual([])
})

test('a number whose name ends in _ms is measured in ms, and only numbers have a unit', () => {
  const misfits = ATTRIBUTES.filter(
    ({ name, type, unit }) =>
      (name.endsWith('_ms') && unit !== 'ms') || (unit !== undefined && type !== 'int' && type !== 'double'),
  )
  expect(misfits.map(({ name }) => name)).toEqual([])
})

test('metrics and events carry only attributes that are declared here or by OpenTelemetry', () => {
  const carried = [...EVERY_METRIC, ...EVENTS].flatMap(({ attributes }) => attributes)
  const known = new Set([...ATTRIBUTES.map(({ name }) => name), ...STANDARD_NAMES])
  expect(carried.filter((name) => !known.has(name))).toEqual([])
})

test('everything says who sets it, and a replacement is a declared attribute', () => {
  const silent = [...ATTRIBUTES, ...EVERY_METRIC, ...EVENTS].filter(({ setBy }) => setBy.length === 0)
  expect(silent.map(({ name }) => name)).toEqual([])
  const lost = ATTRIBUTES.filter(
    ({ stability, replacedBy }) =>
      replacedBy !== undefined && (stability !== 'deprecated' || !DECLARED_NAMES.has(replacedBy)),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('buckets belong to histograms and rise', () => {
  const misfits = EVERY_METRIC.filter(
    ({ instrument, buckets }) =>
      buckets !== undefined &&
      (instrument !== 'histogram' ||
        buckets.some((bound, index) => index > 0 && bound <= (buckets[index - 1] ?? bound))),
  )
  expect(misfits.map(({ name }) => name)).toEqual([])
})
