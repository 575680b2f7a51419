import { ATTRIBUTE_GROUPS, type AttributeGroup } from '../../src/semconv/attributes/index.ts'
import type { AttributeDeclaration } from '../../src/semconv/declaration.ts'
import { GROUP_REASONS, STANDARD_LEAVING, TEXTS } from '../../src/semconv/leaving.ts'
import { markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Privacy

Toolspan sends nothing by itself. What it writes goes where the application's own OpenTelemetry SDK sends it, and into
\`_meta\` of MCP messages. This page has one row for each thing that leaves; a test plays every boundary with secrets in
arguments, results, errors, headers, auth info, baggage and URIs, and fails when something leaves that has no row, or
when a secret is in it ([test/privacy](../test/privacy)).

**With nothing switched on no content leaves**: no argument, no result, no error text, no header, no credential. What
leaves are names that programs give, words from closed lists, numbers, times, ids and hashes.`

const OPTIONS = `## What can be switched on

Each of these is off by default, alone, and for one client, server or tool: they are options of \`instrumentMcpClient\`,
\`instrumentMcpServer\` and \`traceTool\`.

| Option | What leaves then | Where |
| --- | --- | --- |
| \`captureArguments\` | arguments of tool calls, whole URIs of resources | \`gen_ai.tool.call.arguments\`, \`mcp.resource.uri\` |
| \`captureResult\` | results of calls that went well | \`gen_ai.tool.call.result\` |
| \`captureErrorDetail\` | error texts, names of missing sources | span status, \`toolspan.error.detail\`, \`toolspan.coverage.missing\` |

- \`maxCapturedLength\` (4096) limits each text in characters.
- \`redact(value, { tool, kind })\` sees every value first and gives back what may leave instead; \`undefined\` keeps it in,
  and so does a redactor that throws. \`kind\` is \`arguments\`, \`result\` or \`error_detail\`.
- Redaction is the second line. The first one is that all of it is off.`

const ATTRIBUTES = `## Attributes of Toolspan

Set on spans; those of findings on finding spans and log records; some on metrics ([metrics.md](metrics.md)). What each
means is in [attributes.md](attributes.md).`

const STANDARD = `## Attributes of OpenTelemetry that Toolspan writes`

const PARTS = `## What else leaves

| Part | What it holds | Why |
| --- | --- | --- |
| span names | \`tools/call {tool}\`, \`prompts/get {prompt}\`, the method, \`execute_tool {tool}\`, \`recover {owner}\`, \`{owner} attempt\`, \`finding {rule}\` | the conventions ask for them |
| span status | a code; a message only with \`captureErrorDetail\` | marks what failed |
| span links | ids of spans: the HTTP request that an MCP message came with, the evidence of a finding | lead from one to the other |
| span events, exceptions, stacks | never written | they hold texts of errors |
| start, end, kind, trace id, span id, trace state | as OpenTelemetry makes them | they are the trace |
| log records | findings and open calls: the attributes above, and a sentence made of them | reach people while a run goes on |
| metrics | numbers by the attributes that [metrics.md](metrics.md) lists; never a session, a request or a run | are counted |
| \`onFinding\`, \`toolspan check\` | the finding; they stay in the process, or in its output | |
| OpenTelemetry's diagnostic channel | that an error of Toolspan or of a hook was swallowed: its class and stack frames, never its message | lets somebody find it |
| standard output and error of the host | nothing | |`

const PEERS = `## What MCP peers receive

A client writes into \`_meta\` of each message, a server into \`_meta\` of the answer, and only this:

| Key | What it holds | When |
| --- | --- | --- |
| \`traceparent\`, \`tracestate\` | trace id, span id, flags, the vendors' state | the application has a propagator; its default writes them |
| \`baggage\` | the application's own baggage, all of it | the propagator is configured to write it. OpenTelemetry's default is: \`OTEL_PROPAGATORS=tracecontext\` leaves it out |
| other keys of the configured propagator | as it writes them | |
| \`toolspan/budget\` | a request inside \`recover()\`: id of the operation and of the budget, retries and milliseconds left, the number of the try. The answer to such a request: id of the budget, what was spent | always within \`recover()\`; the operation id is the application's own word if it gave one ([budgets.md](budgets.md)) |

Toolspan puts nothing into baggage. Names, arguments and results go to the peer because the application sends them.
A tool that gives up with \`UnresolvedError\`, or whose write \`recover()\` has cut off, answers its caller with the whole
error context, message and status check included: that is the tool's answer, not telemetry. A server that is open to strangers is told \`trustInbound: false\`: then a caller's trace
context is only linked, and what it says about budgets is ignored.`

const SERVICES = `## What HTTP services receive

Only through \`fetchWithBudget({ origins })\`, only inside \`recover()\`, and only those origins: the header
\`toolspan-budget\` with the same numbers and ids as \`toolspan/budget\` above. \`handleWithBudget\` answers such a request
with the same header. A redirect takes the header along to wherever a named origin sends it. To every other HTTP request
Toolspan adds nothing; the trace context in its headers is that of the application's own HTTP instrumentation.`

const NEVER = `## What never leaves

- Arguments, results, prompts, resources, questions to people and their answers, log messages and progress texts, unless
  an option above is on; of these, prompts, resources, questions, answers, log messages and progress texts not even then.
- Headers, cookies, tokens, \`authInfo\`, whether of HTTP or of MCP. Of headers only the protocol revision is read.
- Messages, properties, causes and stacks of errors, except an error code that looks like one and the name of a class.
- Names of classes and error codes that look like a sentence, a key, an address, an id or a long number.
- Environment variables, command lines, host names, user names. What the SDK's resource detectors find is the
  application's choice.
- Anything to an address that the application did not configure.

Two things to know: a fingerprint is a hash with a key, and without \`TOOLSPAN_FINGERPRINT_KEY\` that key is the trace id,
which stands beside it: whoever reads the trace can test a guess at a short argument. And a tool's name is what the caller
called: a model that makes up names puts them on spans.`

const HEADER = ['Attribute', 'What it holds', 'Why it leaves', 'What governs it']

/** docs/privacy.md: a row for each attribute that leaves, with its reason. */
export function privacyPage(): Page {
  const content = [
    `<!-- ${GENERATED_MARKER} -->`,
    INTRODUCTION,
    OPTIONS,
    ATTRIBUTES,
    ...ATTRIBUTE_GROUPS.map(groupSection),
    STANDARD,
    markdownTable(
      HEADER,
      STANDARD_LEAVING.map(({ name, holds, because, governedBy = '' }) => [
        `\`${name}\``,
        holds,
        because,
        governedBy,
      ]),
    ),
    PARTS,
    PEERS,
    SERVICES,
    NEVER,
  ].join('\n\n')
  return { path: 'docs/privacy.md', content: `${content}\n` }
}

function groupSection(group: AttributeGroup): string {
  const because = GROUP_REASONS[group.id] ?? ''
  const rows = group.attributes.map((attribute) => [
    `\`${attribute.name}\``,
    holds(attribute),
    because,
    governedBy(attribute),
  ])
  return `### ${group.title}\n\n${markdownTable(HEADER, rows)}`
}

function holds({ name, type, values, unit }: AttributeDeclaration): string {
  if (values !== undefined) return 'a word from a closed list'
  const text = TEXTS[name]
  if (text !== undefined) return text.holds
  if (type === 'boolean') return 'yes or no'
  return unit === 'ms' ? 'a number of milliseconds' : 'a number'
}

function governedBy({ name, setBy }: AttributeDeclaration): string {
  const stated = TEXTS[name]?.governedBy
  if (stated !== undefined) return stated
  return setBy.every((emitter) => emitter === 'application') ? 'absent until the application sets it' : ''
}
