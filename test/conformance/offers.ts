// What a server has to offer to the conformance suite, in one form for both SDK versions. Names and texts are the
// suite's own.
import { z } from 'zod'

/** What a tool is told, whichever SDK runs it. */
export interface Api {
  readonly args: Readonly<Record<string, unknown>>
  readonly progressToken: string | number | undefined
  notify(method: string, params: Readonly<Record<string, unknown>>): Promise<void>
  ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Ends the response stream in the middle of the call; the client has to come back for the answer. */
  closeStream(): void
}

export interface Offer {
  readonly name: string
  readonly input?: z.ZodRawShape
  run(api: Api): unknown
}

const PAUSE_MS = 50
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, value: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
})

const form = (properties: object, message: string, required: string[] = []) => ({
  message,
  requestedSchema: { type: 'object', properties, required },
})

const titled = (key: string, ordinals: readonly string[], noun: string) =>
  ordinals.map((ordinal, index) => ({ const: `${key}${index + 1}`, title: `${ordinal} ${noun}` }))
const ORDINALS = ['First', 'Second', 'Third']

async function completedElicitation(api: Api, properties: object): Promise<object> {
  const { action, content } = await api.ask(
    'elicitation/create',
    form(properties, 'Please look this through'),
  )
  return {
    content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)],
  }
}

export const TOOLS: readonly Offer[] = [
  {
    name: 'test_simple_text',
    run: () => ({ content: [text('This is a simple text response for testing.')] }),
  },
  { name: 'test_image_content', run: () => ({ content: [image] }) },
  {
    name: 'test_audio_content',
    run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    run: () => ({
      content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  {
    name: 'test_multiple_content_types',
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  {
    name: 'test_tool_with_logging',
    async run({ notify }) {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await notify('notifications/message', { level: 'info', data })
        await pause()
      }
      return { content: [text('done')] }
    },
  },
  {
    name: 'test_tool_with_progress',
    async run({ notify, progressToken }) {
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await notify('notifications/progress', { progressToken, progress, total: 100 })
        }
        await pause()
      }
      return { content: [text('done')] }
    },
  },
  {
    name: 'test_error_handling',
    run() {
      throw new Error('This tool intentionally returns an error for testing')
    },
  },
  {
    name: 'test_sampling',
    input: { prompt: z.string() },
    async run({ args, ask }) {
      const { content } = await ask('sampling/createMessage', {
        messages: [{ role: 'user', content: text(String(args.prompt)) }],
        maxTokens: 100,
      })
      return { content: [text(`LLM response: ${Reflect.get(Object(content), 'text')}`)] }
    },
  },
  {
    name: 'test_elicitation',
    input: { message: z.string() },
    async run({ args, ask }) {
      const properties = { username: { type: 'string' }, email: { type: 'string' } }
      const { action, content } = await ask(
        'elicitation/create',
        form(properties, String(args.message), ['username', 'email']),
      )
      return { content: [text(`User response: action: ${action}, content: ${JSON.stringify(content)}`)] }
    },
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    run: (api) =>
      completedElicitation(api, {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  },
  {
    name: 'test_elicitation_sep1330_enums',
    run: (api) =>
      completedElicitation(api, {
        untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        titledSingle: { type: 'string', oneOf: titled('value', ORDINALS, 'Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: {
          type: 'array',
          items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
        },
        titledMulti: { type: 'array', items: { anyOf: titled('value', ORDINALS, 'Choice') } },
      }),
  },
  {
    name: 'test_reconnection',
    async run({ closeStream }) {
      closeStream()
      await pause()
      return { content: [text('Reconnection test completed')] }
    },
  },
]

export interface PromptOffer {
  readonly name: string
  readonly args: readonly string[]
  messages(args: Readonly<Record<string, string>>): readonly object[]
}

export const PROMPTS: readonly PromptOffer[] = [
  {
    name: 'test_simple_prompt',
    args: [],
    messages: () => [text('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    args: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    args: ['resourceUri'],
    messages: ({ resourceUri = '' }) => [
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    args: [],
    messages: () => [image, text('Please analyze the image above.')],
  },
]

/** Resources by URI; each brings its type and its content. */
export const RESOURCES = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'watched' },
} as const

export const TEMPLATE = 'test://template/{id}/data'

export function templateContent(id: string): { readonly mimeType: string; readonly text: string } {
  return {
    mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }
}

/** JSON Schema 2020-12 with keywords that must come through unchanged. */
export const SCHEMA_TOOL = 'json_schema_2020_12_tool'
export const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      type: 'object' as const,
      properties: { street: { type: 'string' as const }, city: { type: 'string' as const } },
    },
  },
  properties: { name: { type: 'string' as const }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}
