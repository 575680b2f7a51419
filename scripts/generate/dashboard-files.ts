import { everyBoard } from '../../dashboards/src/boards/index.ts'
import { importable } from '../../dashboards/src/importable.ts'
import type { Page } from './page.ts'

/** Each dashboard twice: as Grafana provisions it, and as its import page takes it. */
export function dashboardFiles(): readonly Page[] {
  return everyBoard().flatMap((dashboard) => [
    jsonFile(`dashboards/provisioned/${dashboard.uid}.json`, dashboard),
    jsonFile(`dashboards/importable/${dashboard.uid}.json`, importable(dashboard)),
  ])
}

function jsonFile(path: string, content: unknown): Page {
  return { path, content: `${JSON.stringify(content, null, 2)}\n` }
}
