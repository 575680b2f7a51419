// An ESM host: node main.mjs MODE [v1|v2]
import { play } from './play.mjs'

const [mode, version = 'v1'] = process.argv.slice(2)
await play(mode, version, (name) => import(name))
