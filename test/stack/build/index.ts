import { ALERTMANAGER } from './alertmanager.ts'
import { build, isBuilt } from './cache.ts'
import { COLLECTOR } from './collector.ts'
import type { Component } from './component.ts'
import { createGo, missingForBuild } from './go.ts'
import { JAEGER } from './jaeger.ts'
import { PROMETHEUS } from './prometheus.ts'

/** Every part of the stack that is built here. The quickest comes first, so that a fault shows early. */
export const COMPONENTS: readonly Component[] = [ALERTMANAGER, COLLECTOR, JAEGER, PROMETHEUS]

/** Builds what the cache lacks. Gives back what stands in the way; undefined when everything is there. */
export async function buildMissing(say: (line: string) => void): Promise<string | undefined> {
  const missing = COMPONENTS.filter((component) => !isBuilt(component))
  if (missing.length === 0) return undefined
  const fault = missingForBuild()
  if (fault !== undefined) return fault
  for (const component of missing) {
    const title = `${component.name} ${component.version}`
    const startMs = performance.now()
    say(`${title}: building`)
    await build(
      component,
      createGo((line) => say(`${title}: ${line}`)),
    )
    say(`${title}: built in ${Math.round((performance.now() - startMs) / 1000)} s`)
  }
  return undefined
}
