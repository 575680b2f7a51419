import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const ROOT = join(import.meta.dirname, '../..')
/** The configs that our Collectors run with. */
export const CONFIG_FILES = ['single.yaml', 'gateway.yaml', 'backend.yaml'] as const
export type ConfigFile = (typeof CONFIG_FILES)[number]

type Parts = Readonly<Record<string, Component>>

/** One component's settings, as far as tests look at them. */
export interface Component {
  readonly endpoint?: string
  readonly namespace?: string
  readonly translation_strategy?: string
  readonly histogram?: {
    readonly unit: string
    readonly explicit: { readonly buckets: readonly string[] }
    readonly dimensions: readonly { readonly name: string }[]
  }
  readonly calls_dimensions?: readonly { readonly name: string }[]
  readonly sending_queue?: { readonly storage?: string }
}

export interface Pipeline {
  readonly receivers: readonly string[]
  readonly processors?: readonly string[]
  readonly exporters: readonly string[]
}

export interface CollectorConfig {
  readonly receivers: Parts
  readonly processors: Parts
  readonly connectors?: Parts
  readonly exporters: Parts
  readonly extensions: Parts
  readonly service: {
    readonly extensions: readonly string[]
    readonly pipelines: Readonly<Record<string, Pipeline>>
  }
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

export function configOf(file: ConfigFile): CollectorConfig {
  return parse(textOf(`collector/${file}`))
}
