// A CommonJS host: node examples/adopting/agent.cjs
// snippet:commonjs
const { traceTool } = require('toolspan')

const add = traceTool('add', (a, b) => a + b, { effect: 'read' })
console.log(add(2, 3))
// end
