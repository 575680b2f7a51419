import type { Socket } from 'node:net'

/** One command as clients of Redis send it: an array of texts. */
const COMMAND = /^\*(\d+)\r\n/
const PART = /^\$(\d+)\r\n/

/** Takes the commands off the front of what has come; what is left is not whole yet. */
function takeCommands(held: string): { commands: string[][]; rest: string } {
  const commands: string[][] = []
  let rest = held
  for (;;) {
    const taken = takeCommand(rest)
    if (taken === undefined) return { commands, rest }
    commands.push(taken.command)
    rest = taken.rest
  }
}

function takeCommand(held: string): { command: string[]; rest: string } | undefined {
  const head = COMMAND.exec(held)
  if (head === null) return undefined
  const command: string[] = []
  let rest = held.slice(head[0].length)
  for (let part = 0; part < Number(head[1]); part++) {
    const start = PART.exec(rest)
    if (start === null) return undefined
    const [mark, length] = start
    if (rest.length < mark.length + Number(length) + 2) return undefined
    command.push(rest.slice(mark.length, mark.length + Number(length)))
    rest = rest.slice(mark.length + Number(length) + 2)
  }
  return { command, rest }
}

/** A Redis that answers GET with the error that its key is; `reset` and `hang` are done. All else is OK. */
export function respServer(socket: Socket): void {
  let held = ''
  socket.on('data', (data) => {
    const { commands, rest } = takeCommands(held + data.toString('latin1'))
    held = rest
    for (const [name = '', key = ''] of commands) {
      if (name.toUpperCase() !== 'GET') socket.write(name.toUpperCase() === 'HELLO' ? '*0\r\n' : '+OK\r\n')
      else if (key === 'reset') socket.resetAndDestroy()
      else if (key !== 'hang') socket.write(`-${key}\r\n`)
    }
  })
}
