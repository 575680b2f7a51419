// A CommonJS host: node main.cjs MODE. Toolspan is an ES module; Node loads it with require() since 22.12.
const { play } = require('./play.mjs')

play(process.argv[2], require)
