// An ESM host: node main.mjs MODE
import { play } from './play.mjs'

await play(process.argv[2], (name) => import(name))
