import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What a program took. */
export interface Usage {
  readonly wallMs: number
  readonly cpuMs: number
  readonly maxRssMb: number
}

const TELL_USAGE = join(import.meta.dirname, 'tell-usage.ts')

/** Runs a program of Node to its end and measures it. Rejects where it fails. */
export async function measure(args: readonly string[]): Promise<Usage> {
  const startMs = performance.now()
  const child = spawn(process.execPath, ['--import', TELL_USAGE, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  let told = ''
  const pipe = child.stdio[3]
  if (pipe !== null && pipe !== undefined && 'on' in pipe) pipe.on('data', (chunk) => (told += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with exit code ${code}`)
  const { maxRssKb, cpuUs }: { maxRssKb: number; cpuUs: number } = JSON.parse(told)
  return { wallMs: performance.now() - startMs, cpuMs: cpuUs / 1000, maxRssMb: maxRssKb / 1024 }
}

/** The run that was disturbed least. */
export function best(usages: readonly Usage[]): Usage {
  const least = (of: (usage: Usage) => number) => Math.min(...usages.map(of))
  return {
    wallMs: least(({ wallMs }) => wallMs),
    cpuMs: least(({ cpuMs }) => cpuMs),
    maxRssMb: Math.max(...usages.map(({ maxRssMb }) => maxRssMb)),
  }
}
