import { isKeyed, type Keyed } from '../../self/keyed.ts'
import { isBlank } from './blank.ts'

/** What the blocks of a result hold. */
export interface Blocks {
  /** The texts that show something, in order. */
  readonly texts: readonly string[]
  /** Whether a block that is no text holds something. */
  readonly hasMedia: boolean
}

/** Blocks looked at in one result; what lies behind them counts as content. */
const BLOCK_LIMIT = 256

const NONE: Blocks = { texts: [], hasMedia: false }
const ONLY_MEDIA: Blocks = { texts: [], hasMedia: true }

/** Reads the content of a result. Blank texts and wrappings without anything inside are left out. */
export function readBlocks(content: unknown): Blocks {
  if (!Array.isArray(content) || content.length === 0) return NONE
  return content.length === 1 ? readBlock(content[0]) : readAll(content)
}

/** Most results have one block. */
function readBlock(block: unknown): Blocks {
  if (!isKeyed(block)) return NONE
  const text = textOf(block)
  if (text === undefined) return holdsMedia(block) ? ONLY_MEDIA : NONE
  return isBlank(text) ? NONE : { texts: [text], hasMedia: false }
}

function readAll(content: readonly unknown[]): Blocks {
  const texts: string[] = []
  let hasMedia = content.length > BLOCK_LIMIT
  for (let at = 0; at < content.length && at < BLOCK_LIMIT; at++) {
    const block: unknown = content[at]
    if (!isKeyed(block)) continue
    const text = textOf(block)
    if (text === undefined) hasMedia ||= holdsMedia(block)
    else if (!isBlank(text)) texts.push(text)
  }
  return { texts, hasMedia }
}

/** The text of a block, also of a file that came along; undefined when the block is of another kind. */
function textOf(block: Keyed): string | undefined {
  if (block.type === 'text') return typeof block.text === 'string' ? block.text : ''
  if (block.type !== 'resource' || !isKeyed(block.resource)) return undefined
  const { text, blob } = block.resource
  return typeof text === 'string' && typeof blob !== 'string' ? text : undefined
}

function holdsMedia(block: Keyed): boolean {
  if (block.type === 'resource') return isKeyed(block.resource) && block.resource.blob !== ''
  return typeof block.type === 'string' && block.data !== ''
}
