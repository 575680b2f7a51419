import { expect, test } from 'vitest'
import { bundleEntry } from '../../scripts/bundle-entry.ts'

test('the root entry bundles for a browser and imports no module of Node', async () => {
  const { nodeImports } = await bundleEntry()
  expect(nodeImports).toEqual([])
})
