import { rulesFile } from '../../dashboards/src/alerts/rules-file.ts'
import { runbooks } from '../../dashboards/src/alerts/runbooks.ts'
import { testsFile } from '../../dashboards/src/alerts/tests-file.ts'
import { GENERATED_MARKER, type Page } from './page.ts'
import { yamlText } from './yaml.ts'

const RULES = 'alerts.rules.yml'

/** The Prometheus rules, their unit tests and their runbooks. */
export function alertFiles(): readonly Page[] {
  return [
    { path: `dashboards/prometheus/${RULES}`, content: yamlText(rulesFile()) },
    { path: 'dashboards/prometheus/alerts.test.yml', content: yamlText(testsFile(RULES)) },
    { path: 'dashboards/runbooks.md', content: `<!-- ${GENERATED_MARKER} -->\n\n${runbooks()}\n` },
  ]
}
