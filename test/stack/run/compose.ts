import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const ROOT = join(import.meta.dirname, '../../..')

interface ComposeService {
  readonly image?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export const COMPOSE: Readonly<Record<string, ComposeService>> = parse(
  readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'),
).services

/** What stands inside compose's network or containers, and what stands for it here. */
export type Places = Readonly<Record<string, string>>

/** The words that docker-compose.yml starts a service with, on the places of this machine. */
export function commandOf(service: string, places: Places): string[] {
  return (COMPOSE[service]?.command ?? []).map((word) => onThisMachine(word, places))
}

/** A file of the repository with the addresses of compose's network replaced by those of this machine. */
export function fileOnThisMachine(path: string, places: Places): string {
  return onThisMachine(readFileSync(join(ROOT, path), 'utf8'), places)
}

/** Replaces each place where it stands by itself: `/prometheus` is no part of `/etc/prometheus`. */
function onThisMachine(text: string, places: Places): string {
  return Object.entries(places).reduce((done, [there, here]) => {
    const literal = there.replaceAll('.', '\\.')
    return done.replaceAll(new RegExp(`(?<![\\w./-])((?:http://)?)${literal}(?![\\w-])`, 'g'), `$1${here}`)
  }, text)
}
