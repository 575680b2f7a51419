// The yardstick: reads a file line by line and parses each line as JSON, the way any program would.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [path = ''] = process.argv.slice(2)
for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
  JSON.parse(line)
