import { Socket } from 'node:net'

/**
 * How many statements this process sends to a database while `run` lasts: the Execute and the
 * simple Query messages of PostgreSQL's protocol, on whichever connection. Equal work is told
 * by it on a busy machine, where times tell nothing. Connections are to be open already.
 */
export async function countStatements<T>(run: () => Promise<T>): Promise<[T, number]> {
  const { write } = Socket.prototype
  let count = 0
  Socket.prototype.write = function (this: Socket, ...args: unknown[]) {
    if (Buffer.isBuffer(args[0])) count += statementsIn(args[0])
    return Reflect.apply(write, this, args)
  } as typeof write
  try {
    return [await run(), count]
  } finally {
    Socket.prototype.write = write
  }
}

/** Each message is a letter, its length in four bytes, and what it says. */
function statementsIn(sent: Buffer): number {
  let count = 0
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1))
    if (sent[at] === 69 || sent[at] === 81) count++
  return count
}
