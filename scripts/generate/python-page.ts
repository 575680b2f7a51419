import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ECHO_FIELDS, LEDGER_FIELDS, type WireField } from '../../src/budget/wire-fields.ts'
import { codeList, markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'
import { type ContractAttribute, type ContractSpan, SERVER_CONTRACT } from './server-contract.ts'

const EXAMPLES = ['server.py', 'relay.py'].map((name) =>
  join(import.meta.dirname, '../../examples/python', name),
)

const INTRODUCTION = `# Servers in Python, and in other languages

An MCP server in any language takes part when it keeps the contract below: it goes on with the trace of its caller, says
on its span what each call meant, and shares the caller's recovery budget. Then \`toolspan check\`, the tail, dashboards
and alerts treat it like one in TypeScript.

For Python the contract is a folder to copy: [examples/python/toolspan_mcp](../examples/python/toolspan_mcp). It needs
Python 3.11 or later, \`mcp\` 2 or \`fastmcp\` 4, and \`opentelemetry-api\`. The server below is
[server.py](../examples/python/server.py); CI starts it, calls it with both versions of the TypeScript SDK over stdio and
HTTP, and compares what both sides say.

\`\`\`sh
cd examples/python
python3 -m venv venv && venv/bin/pip install -r requirements.txt
OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 venv/bin/python server.py 8000
\`\`\`

## In Python

One line instruments a server, whenever its tools are registered:`

const PARTS: readonly (readonly [snippet: string, after: string])[] = [
  [
    'instrument',
    `Telemetry that fails is logged (\`toolspan\`, level debug) and reaches neither the tool nor its caller.
The SDK's own spans are switched off for this server: they would double each call, and they carry the texts of errors.
\`trust_inbound=False\` is for a server that strangers may call. Spans leave through the SDK that you set up:`,
  ],
  [
    'telemetry',
    `A tool says what its answer means. \`coverage\` is "unknown" until you say else, for nobody else can know:`,
  ],
  [
    'states',
    `It says why it failed, and whether asking again would help. \`answering\` turns that into the answer, where the SDK
would keep only the message:`,
  ],
  [
    'fails',
    `And \`recover\` gives retries one owner. It repeats what is transient and safe to repeat, within its own limits
and within what the caller has left; \`ConnectionError\` and \`TimeoutError\` are transient without being told:`,
  ],
  [
    'recovers',
    `What a tool returns without these builders is looked at only roughly: an empty list or nothing is \`found_none\` with
coverage \`unknown\`, which is a finding ([rules.md](rules.md#empty-unknown-coverage)).

A tool that asks another MCP server hands the budget on, and gets back what was spent there
([relay.py](../examples/python/relay.py)). A failure that the other server declared is raised, with all that it said:`,
  ],
  [
    'asks-on',
    `Other clients than FastMCP's do the same: \`outgoing_meta()\` is what their request says in \`_meta\`, and
\`settle()\` takes the \`_meta\` of the answer.`,
  ],
]

const TRACE = `## The contract: spans

- Each request is one SERVER span, \`tools/call {tool}\`, \`prompts/get {prompt}\` or the method. Its parent is the context
  in \`params._meta\` (\`traceparent\`, \`tracestate\`, by the configured propagator); the span that is active where the
  message arrives is linked. Without a context in \`_meta\` the active span is the parent.
- Status and \`error.type\`: [mcp.md](mcp.md#what-counts-as-an-error), column *Receiver*. No status message, no exception
  event: they hold texts of errors.
- Names that a caller chose are cut: tool, prompt, method and session at 128 characters, the request's id at 64.
- No argument, no result and no text of an error, on no attribute. Words come from the closed lists; a code is the name
  or the number of an error.
- An attribute that nothing states is absent, except the two statuses, which are then \`unknown\`. A failed try and a budget
  that ended without an answer say why as a failed call does: status, reason, category, retryability, code.
- What a tool states stands in \`structuredContent\`: [success envelope](schema/success-envelope.schema.json),
  [error context](schema/error-context.schema.json), explained in [outcomes.md](outcomes.md#the-envelope).`

const BUDGETS = `## The contract: budgets

A request within a budget brings this in \`params._meta["toolspan/budget"]\`:

\`\`\`json
{ "operation": "order-88", "budget": "b-7c1e", "retriesLeft": 2, "msLeft": 8400, "attempt": 1 }
\`\`\``

const ECHO = `Its answer says this under the same key:

\`\`\`json
{ "budget": "b-7c1e", "spent": 2, "retryAfterMs": 1500, "alone": true }
\`\`\``

const RULES = `Numbers are JSON numbers without a fraction, lengths are UTF-16 code units. Fields that are not known are not read.

1. **Believed whole or not at all.** One value that is missing, of another type or out of bounds, and the request is
   handled as if no budget had come. It is never an error, and nothing is echoed.
2. **First tries are always made, and cost nothing.** Only a repeat draws from \`retriesLeft\`: one, before its wait
   begins, by whichever owner below. At 0 no repeat is made; five different look-ups still get their first try.
3. **Inherited values only tighten.** An owner makes at most the smaller of its own tries and \`1 + retriesLeft\`, and
   begins no repeat later than its own deadline or \`msLeft\` after the request came, by a clock that only goes forward.
4. **It ends with the answer.** What goes on afterwards inherits nothing.
5. **Echoed only when one came in and was believed**: in \`_meta\` of a result, of \`isError\` too; in \`data\` of a JSON-RPC
   error where that is absent or an object; else nowhere. \`budget\` and \`leg\` are repeated. \`spent\` counts the repeats
   made here and those that servers further on reported. \`retryAfterMs\` belongs to a failed answer. \`alone\` is true
   when \`_meta\` or \`data\` was not there before.
6. **A spent budget says so**: \`isError\`, \`budgetExhausted: true\`, \`isRetryable: false\`. Whoever reads it stops.
7. **A server that asks on** sends what is left at that moment, charges the \`spent\` that comes back to all budgets up to
   its own caller's, and takes the echo off. An echo that is wrong or names another budget is ignored.
8. **No echo, nothing known.** A server that does not echo, or answers too late, has spent nothing as far as its caller
   knows: the next try sends what its own owner has left ([budgets.md](budgets.md#without-an-answer-in-time)).
9. **Strangers.** A server that does not trust its callers links their trace, ignores their budgets and echoes nothing.

Both languages are held to one list of ledgers, believed and hostile:
[ledgers.json](../examples/python/tests/ledgers.json).

## Other languages

Names and types for a code generator are in [registry/toolspan.yaml](registry/toolspan.yaml). Test a server as CI does:
call it with an instrumented client, export both to a file, and run \`toolspan check\` over it.

The Python example leaves out what the contract leaves open: fingerprints (the caller's span has them), metrics,
captured arguments, progress counts, resource URIs, and a revised input after a validation error.`

/** docs/python.md: code from the files that run in CI, tables from the declarations. */
export function pythonPage(): Page {
  const snippets = pythonSnippets(EXAMPLES.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const parts = PARTS.flatMap(([name, after]) => {
    const code = snippets.get(name)
    if (code === undefined) throw new Error(`examples/python has no snippet ${name}`)
    return [`\`\`\`python\n${code}\n\`\`\``, after]
  })
  const content = [
    `<!-- ${GENERATED_MARKER} -->`,
    INTRODUCTION,
    ...parts,
    TRACE,
    ...SERVER_CONTRACT.map(spanSection),
    BUDGETS,
    fieldTable(LEDGER_FIELDS),
    ECHO,
    fieldTable(ECHO_FIELDS),
    RULES,
  ].join('\n\n')
  return { path: 'docs/python.md', content: `${content}\n` }
}

/** The marked regions of a Python file, by name. */
function pythonSnippets(source: string): ReadonlyMap<string, string> {
  const marked = source.matchAll(/^# snippet:([\w-]+)\n(.*?)\n# end$/gms)
  return new Map([...marked].map(([, name = '', code = '']) => [name, code.trimEnd()]))
}

function spanSection({ title, attributes }: ContractSpan): string {
  return `### ${title}\n\n${markdownTable(['Attribute', 'Type', 'Unit', 'Values', 'When'], attributes.map(attributeRow))}`
}

function attributeRow({ name, type, unit, values, when }: ContractAttribute): readonly string[] {
  return [`\`${name}\``, type, unit === undefined ? '' : `\`${unit}\``, shownValues(name, values), when]
}

/** Long lists stand in attributes.md once. */
function shownValues(name: string, values: readonly string[] = []): string {
  return values.length > 10 ? `[attributes.md](attributes.md), \`${name}\`` : codeList(values)
}

function fieldTable(fields: readonly WireField[]): string {
  return markdownTable(
    ['Field', 'Type', 'Bounds', 'Unit', 'Always there', 'Meaning'],
    fields.map(({ name, type, least, most, unit = '', isOptional, brief }) => [
      `\`${name}\``,
      type,
      least === undefined ? '' : `${least} to ${most}${type === 'text' ? ' long' : ''}`,
      unit === '' ? '' : `\`${unit}\``,
      isOptional ? '' : 'yes',
      brief,
    ]),
  )
}
