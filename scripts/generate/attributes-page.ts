import type { AttributeGroup } from '../../src/semconv/attributes/index.ts'
import { ATTRIBUTE_GROUPS } from '../../src/semconv/attributes/index.ts'
import type { AttributeDeclaration } from '../../src/semconv/declaration.ts'
import { emitterNames } from './emitter-names.ts'
import { codeList, markdownTable } from './markdown.ts'
import { GENERATED_MARKER, type Page } from './page.ts'

const INTRODUCTION = `# Attributes

Every attribute under \`toolspan.\` that Toolspan writes or reads. An attribute that is absent says that nothing
states it: \`unknown\` is a value, a guess is not. OpenTelemetry's own names are used beside these where they exist.

A **sensitive** attribute stays in the process until \`captureErrorDetail\` is switched on. The same list for code
generators, in the format of OpenTelemetry Weaver: [registry/toolspan.yaml](registry/toolspan.yaml).`

/** docs/attributes.md: one table for each group of attributes. */
export function attributesPage(): Page {
  const sections = ATTRIBUTE_GROUPS.map(groupSection)
  const content = [`<!-- ${GENERATED_MARKER} -->`, INTRODUCTION, ...sections].join('\n\n')
  return { path: 'docs/attributes.md', content: `${content}\n` }
}

function groupSection(group: AttributeGroup): string {
  const header = ['Attribute', 'Type', 'Unit', 'Meaning', 'Values', 'Example', 'Set by', 'Sensitive']
  return `## ${group.title}\n\n${markdownTable(header, group.attributes.map(attributeRow))}`
}

function attributeRow(attribute: AttributeDeclaration): readonly string[] {
  return [
    `\`${attribute.name}\``,
    attribute.type,
    attribute.unit ? `\`${attribute.unit}\`` : '',
    meaning(attribute),
    attribute.values ? codeList(attribute.values) : '',
    `\`${JSON.stringify(attribute.example)}\``,
    emitterNames(attribute.setBy),
    attribute.sensitive ? 'yes: off unless switched on' : '',
  ]
}

function meaning(attribute: AttributeDeclaration): string {
  if (attribute.stability !== 'deprecated') return attribute.brief
  return attribute.replacedBy
    ? `**Deprecated**, use \`${attribute.replacedBy}\`. ${attribute.brief}`
    : `**Deprecated.** ${attribute.brief}`
}
