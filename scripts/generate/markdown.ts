/** A Markdown table. Cells may hold any text; what would end a cell or a row is escaped. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map(tableRow).join('\n')
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** Texts as code, side by side. */
export function codeList(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ')
}
