import { alertFiles } from './alert-files.ts'
import { alertsPage } from './alerts-page.ts'
import { attributesPage } from './attributes-page.ts'
import { configPage } from './config-page.ts'
import { dashboardFiles } from './dashboard-files.ts'
import { dashboardsPage } from './dashboards-page.ts'
import { jsonSchemaPages } from './json-schemas.ts'
import { kubernetesFiles } from './kubernetes-files.ts'
import { metricsPage } from './metrics-page.ts'
import type { Page } from './page.ts'
import { privacyPage } from './privacy-page.ts'
import { pythonNames } from './python-names.ts'
import { pythonPage } from './python-page.ts'
import { registryPage } from './registry.ts'
import { registryManifestPage } from './registry-manifest.ts'
import { rulesPage } from './rules-page.ts'
import { shapesPage } from './shapes-page.ts'

/** Every generated file, as it has to be now. */
export function generatedPages(): readonly Page[] {
  return [
    attributesPage(),
    metricsPage(),
    rulesPage(),
    configPage(),
    shapesPage(),
    privacyPage(),
    pythonNames(),
    pythonPage(),
    registryPage(),
    registryManifestPage(),
    ...jsonSchemaPages(),
    alertsPage(),
    dashboardsPage(),
    ...alertFiles(),
    ...dashboardFiles(),
    ...kubernetesFiles(),
  ]
}
