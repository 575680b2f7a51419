/**
 * The rows whose names hold one of the texts that `--rows` gives, separated by commas.
 * @throws Error where there is none
 */
export function chosenRows<Row>(rows: readonly Row[], nameOf: (row: Row) => string, given: string): Row[] {
  const texts = given.split(',')
  const chosen = rows.filter((row) => texts.some((text) => nameOf(row).includes(text)))
  if (chosen.length === 0) throw new Error(`--rows: expected a part of a name of a row, got ${given}`)
  return chosen
}
