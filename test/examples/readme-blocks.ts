/** A fenced block of a Markdown text. */
export interface CodeBlock {
  readonly language: string
  readonly code: string
}

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))
}

const SNIPPET = /^( *)\/\/ snippet:([\w-]+)\n(.*?)^ *\/\/ end$/gms

/** The marked regions of a source file by name, their common indent taken off. */
export function snippetsOf(source: string): ReadonlyMap<string, string> {
  const snippets = new Map<string, string>()
  for (const [, indent = '', name = '', region = ''] of source.matchAll(SNIPPET)) {
    snippets.set(name, region.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
  }
  return snippets
}
