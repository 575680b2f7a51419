// A CommonJS host: node main.cjs MODE [v1|v2]. Toolspan is an ES module; Node loads it with require() since 22.12.
const { play } = require('./play.mjs')

const [mode, version = 'v1'] = process.argv.slice(2)
play(mode, version, require)
