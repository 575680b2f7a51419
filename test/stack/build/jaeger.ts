import type { Component } from './component.ts'
import { buildModulePrograms } from './module-programs.ts'
import { RELEASES } from './releases.ts'

const { module, version } = RELEASES.jaeger

/** Jaeger 2 without its page: its assets are not in the module. */
export const JAEGER: Component = {
  name: 'jaeger',
  version,
  key: version,
  programs: ['jaeger'],
  build: (places, go) => buildModulePrograms({ module, programs: ['jaeger'] }, places, go),
}
