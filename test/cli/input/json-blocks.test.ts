import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonPieces } from '../../../src/cli/input/json-blocks.ts'
import { parseJson } from '../../../src/cli/input/json-text.ts'
import { linesOf } from '../../../src/cli/input/lines.ts'
import { textOf } from '../../../src/service/intake/body-text.ts'

type ReadDocument =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly fault: string }

/** The documents of all pieces, those in blocks of lines included. */
async function read(chunks: readonly string[], maxBytes = 1e6): Promise<readonly ReadDocument[]> {
  const documents: ReadDocument[] = []
  for await (const piece of readJsonPieces(stream(chunks), { maxBytes, blockBytes: 10 })) {
    if (!('bytes' in piece)) documents.push(piece)
    else
      for (const { number, start, end } of linesOf(piece)) {
        const text = textOf(piece.bytes.subarray(start, end))
        if (text.trim() !== '') documents.push({ line: number, ...parseJson(text) })
      }
  }
  return documents
}

async function* stream(chunks: readonly string[]) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk)
}

const REQUEST = '{"resourceSpans":[]}'
const VALUE = { resourceSpans: [] }
const fault = expect.any(String)

test('each line is a document of its own', async () => {
  expect(await read([`${REQUEST}\n${REQUEST}\n`])).toEqual([
    { line: 1, value: VALUE },
    { line: 2, value: VALUE },
  ])
})

test('one document may stand on one line without an end, or on many', async () => {
  expect(await read([REQUEST])).toEqual([{ line: 1, value: VALUE }])
  expect(await read([JSON.stringify(JSON.parse(REQUEST), null, 2)])).toEqual([{ line: 1, value: VALUE }])
})

test('a document over many lines may hold lines that are JSON by themselves', async () => {
  const document = '{\n "resourceSpans": [\n  {},\n  {}\n ]\n}\n'
  expect(await read([document])).toEqual([{ line: 1, value: { resourceSpans: [{}, {}] } }])
})

test('blank lines, Windows line ends and a byte order mark are no faults', async () => {
  expect(await read([`\uFEFF${REQUEST}\r\n\r\n${REQUEST}\r\n`])).toEqual([
    { line: 1, value: VALUE },
    { line: 3, value: VALUE },
  ])
})

test('a bad line in the middle does not hide the rest', async () => {
  expect(await read([`${REQUEST}\n{"resourceSp\n${REQUEST}`])).toEqual([
    { line: 1, value: VALUE },
    { line: 2, fault },
    { line: 3, value: VALUE },
  ])
})

test('a bad first line does not hide the rest', async () => {
  expect(await read([`{"cut": [\nnoise\n${REQUEST}\n${REQUEST}`])).toEqual([
    { line: 1, fault },
    { line: 2, fault },
    { line: 3, value: VALUE },
    { line: 4, value: VALUE },
  ])
})

test('a fault in a document over many lines is told with its own line', async () => {
  expect(await read(['\n{\n "a": 1,\n b\n}\n'])).toEqual([
    { line: 4, fault: expect.stringContaining('not JSON') },
  ])
  expect(await read(['{\n "a": [\n 1,\n'])).toMatchObject([{ fault: expect.stringContaining('not JSON') }])
})

test('documents over many lines may follow one another, also where one of them is wrong', async () => {
  const pretty = JSON.stringify({ resourceSpans: [{ scopeSpans: [] }] }, null, 2)
  const value = JSON.parse(pretty)
  const lines = pretty.split('\n').length
  expect(await read([`${pretty}\n${pretty}\n\n${pretty}\n`])).toEqual([
    { line: 1, value },
    { line: 1 + lines, value },
    { line: 2 + 2 * lines, value },
  ])
  const wrong = pretty.replace('"scopeSpans"', 'scopeSpans')
  expect(await read([`${pretty}\n${wrong}\n${pretty}\n`])).toEqual([
    { line: 1, value },
    { line: lines + 4, fault: expect.stringMatching(/^not JSON: .*, column 7$/) },
    { line: 1 + 2 * lines, value },
  ])
  const cut = pretty.split('\n').slice(0, 3).join('\n')
  expect(await read([`${cut}\n${pretty}\n`])).toEqual([
    { line: expect.any(Number), fault },
    { line: 4, value },
  ])
  // A pretty-printed document may be followed by lines with one each.
  expect(await read([`${pretty}\n${REQUEST}\nbad\n${REQUEST}\n`])).toEqual([
    { line: 1, value },
    { line: lines + 1, value: VALUE },
    { line: lines + 2, fault },
    { line: lines + 3, value: VALUE },
  ])
})

test('brackets in strings are none, and a string does not go over its line', async () => {
  const document = '{\n "a": "}{[\\"}",\n "resourceSpans": []\n}\n'
  expect(await read([document + document])).toEqual([
    { line: 1, value: { a: '}{["}', resourceSpans: [] } },
    { line: 5, value: { a: '}{["}', resourceSpans: [] } },
  ])
})

test('text of another kind is told once, by its first line, wherever it stands', async () => {
  expect(await read(['Dear judge,\nplease look at my traces.\n'])).toEqual([{ line: 1, fault }])
  expect(await read([`\n\nnoise\nmore noise\n${JSON.stringify(VALUE, null, 1)}\nnoise again\n`])).toEqual([
    { line: 3, fault },
    { line: 5, value: VALUE },
    { line: 8, fault },
  ])
  expect(await read([`noise\n${REQUEST}`])).toEqual([
    { line: 1, fault },
    { line: 2, value: VALUE },
  ])
})

test('a fault is told with the line and the column where the text stops being JSON', async () => {
  const faults = async (text: string) => await read([text])
  expect(await faults('{\n "a": 1,\n "b": tru,\n "c": 2\n}\n')).toEqual([
    { line: 3, fault: expect.stringMatching(/, column 7$/) },
  ])
  expect(await faults('[\n 1\n 2\n]\n')).toEqual([{ line: 3, fault: expect.stringMatching(/, column 2$/) }])
  expect(await faults('{\n "a": "cut\n}\n')).toMatchObject([{ line: 2 }])
})

test('an empty input holds no document', async () => {
  expect(await read([])).toEqual([])
  expect(await read(['\n \n'])).toEqual([])
})

test('a line that is too long is told and read past', async () => {
  expect(await read([`${REQUEST}\n${'x'.repeat(90)}`, `${'x'.repeat(90)}\n${REQUEST}`], 100)).toEqual([
    { line: 1, value: VALUE },
    { line: 2, fault: 'the line is too long to be read' },
    { line: 3, value: VALUE },
  ])
})

test('a document over many lines that is too long is told, and requests behind it are read', async () => {
  const documents = await read([`{\n${'"a": 1,\n'.repeat(20)}\n${REQUEST}\n`], 100)
  expect(documents[0]).toEqual({ line: 1, fault: 'the document is too long to be read' })
  expect(documents.at(-1)).toEqual({ line: 23, value: VALUE })
})

test('how a text is cut into pieces changes nothing', async () => {
  const text = `${REQUEST}\n\nbad\n${REQUEST}\n`
  const whole = await read([text])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length)), async (cuts) => {
      const bounds = [0, ...cuts.sort((a, b) => a - b), text.length]
      const pieces = bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
      expect(await read(pieces)).toEqual(whole)
    }),
  )
})
