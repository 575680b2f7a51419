import type { Component } from './component.ts'
import { buildModulePrograms } from './module-programs.ts'
import { RELEASES } from './releases.ts'

const { module, version } = RELEASES.prometheus
const programs = ['prometheus', 'promtool']
/** Without the clients of every cloud that it can find targets in: ours stand in the file. They are most of the build. */
const tags = 'remove_all_sd'

export const PROMETHEUS: Component = {
  name: 'prometheus',
  version,
  key: version,
  programs,
  build: (places, go) => buildModulePrograms({ module, programs, tags }, places, go),
}
