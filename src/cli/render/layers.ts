import type { FindingLayer } from '../../tail/findings/finding.ts'
import { type Cell, columns } from './columns.ts'
import { printable } from './printable.ts'

/** What stands where nothing says how many tries are allowed or who the owner is. */
const UNKNOWN = '?'

/** The layers of a finding as a table: who retried, how often, and what was allowed. */
export function renderLayers(layers: readonly FindingLayer[]): readonly string[] {
  const header: readonly Cell[] = [
    'layer',
    'owner',
    { right: 'tries' },
    { right: 'most by one' },
    { right: 'allowed' },
  ]
  return columns([header, ...layers.map(layerRow)])
}

function layerRow(layer: FindingLayer): readonly Cell[] {
  return [
    layer.layer,
    layer.owner === undefined || layer.owner === '' ? UNKNOWN : printable(layer.owner),
    { right: String(layer.attempts) },
    { right: String(layer.mostByOne) },
    { right: String(layer.maxAttempts ?? UNKNOWN) },
  ]
}
