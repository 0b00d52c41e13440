import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processSingleton } from '@/db/process-singleton.mjs'

const signals = processSingleton('signals', () => new Map())

/** Until nothing is left that this process tells others a moment behind its work. */
async function quiet() {
  do await sleep(5)
  while (signals.size)
  // What a timer has just told is written a turn later.
  await sleep(5)
}

/**
 * How many statements this process sends to a database while `run` lasts: the Execute and the
 * simple Query messages of PostgreSQL's protocol, on whichever connection. Equal work is told
 * by it on a busy machine, where times tell nothing. Not counted is the LISTEN by which the one
 * connection that hears of changes shows every other second that it lives (db/listen.ts).
 */
export async function countStatements<T>(run: () => Promise<T>): Promise<[T, number]> {
  await quiet()
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

/**
 * The fewest of three runs: what this process remembers until it is told of a change is read
 * again in whichever of them the telling of one before arrives.
 */
export async function countFewest(run: () => Promise<unknown>): Promise<number> {
  const counts = []
  for (let i = 0; i < 3; i++) counts.push((await countStatements(run))[1])
  return Math.min(...counts)
}

const [EXECUTE, QUERY, PULSE] = [69, 81, 'listen "']

/** Each message is a letter, its length in four bytes, and what it says. */
function statementsIn(sent: Buffer): number {
  let count = 0
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1))
    if (sent[at] === EXECUTE || (sent[at] === QUERY && sent.indexOf(PULSE, at + 5) !== at + 5))
      count++
  return count
}
