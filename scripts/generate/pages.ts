import { attributesPage } from './attributes-page.ts'
import { metricsPage } from './metrics-page.ts'
import type { Page } from './page.ts'
import { registryPage } from './registry.ts'
import { registryManifestPage } from './registry-manifest.ts'

/** Every generated file, as it has to be now. */
export function generatedPages(): readonly Page[] {
  return [attributesPage(), metricsPage(), registryPage(), registryManifestPage()]
}
