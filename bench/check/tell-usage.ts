// Loaded into a program that is measured: when it ends, it tells on file descriptor 3 what it has used.
import { writeSync } from 'node:fs'

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  writeSync(3, JSON.stringify({ maxRssKb: maxRSS, cpuUs: userCPUTime + systemCPUTime }))
})
