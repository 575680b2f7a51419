import type { Go } from './go.ts'

/** Where a component is built. Both folders exist and are empty. */
export interface BuildPlaces {
  /** For sources; thrown away afterwards. */
  readonly work: string
  /** For the programs. */
  readonly into: string
}

/** A part of the stack that is built from its Go modules. */
export interface Component {
  readonly name: string
  readonly version: string
  /** Names the build: as long as it stays the same, so do the programs. */
  readonly key: string
  /** The programs that it gives. */
  readonly programs: readonly string[]
  build(places: BuildPlaces, go: Go): Promise<void>
}
