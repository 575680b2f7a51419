import { Scalar, stringify } from 'yaml'
import { GENERATED_MARKER } from './page.ts'

/**
 * A generated YAML file. Texts that a YAML 1.1 reader would take for a date, a number or a boolean are quoted:
 * generators in other languages still use such readers.
 */
export function yamlText(content: unknown): string {
  return `# ${GENERATED_MARKER}\n${stringify(content, { lineWidth: 0, version: '1.1', aliasDuplicateObjects: false })}`
}

/** A number that is written with a fraction, so that a typed reader takes it for a double and not for an int. */
export function yamlDouble(value: number): Scalar<number> {
  const scalar = new Scalar(value)
  scalar.minFractionDigits = 1
  return scalar
}
