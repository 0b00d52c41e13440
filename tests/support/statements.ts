import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processSingleton } from '@/db/process-singleton.mjs'

const signals = processSingleton('signals', () => new Map())

/** Waits until this process has sent all delayed notifications. */
async function waitForQuiet() {
  do await sleep(5)
  while (signals.size)
  // A notification of a timer is written one turn of the event loop later.
  await sleep(5)
}

/**
 * Counts the SQL statements that this process sends during `run`: Execute and simple Query messages
 * of the PostgreSQL protocol, on all connections. Unlike times, the count is reliable on a busy
 * machine. Not counted is the LISTEN that keeps the notification connection alive (db/listen.ts).
 */
export async function countStatements<T>(run: () => Promise<T>): Promise<[T, number]> {
  await waitForQuiet()
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
 * Returns the lowest count of three runs. A count is higher if a notification of an earlier change
 * arrives during the run and makes the process read cached data again.
 */
export async function countFewest(run: () => Promise<unknown>): Promise<number> {
  const counts = []
  for (let i = 0; i < 3; i++) counts.push((await countStatements(run))[1])
  return Math.min(...counts)
}

const [EXECUTE, QUERY, KEEP_ALIVE] = [69, 81, 'listen "']

/** Counts statements. Each message is a letter, a length of four bytes, and the content. */
function statementsIn(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    if (
      bytes[at] === EXECUTE ||
      (bytes[at] === QUERY && bytes.indexOf(KEEP_ALIVE, at + 5) !== at + 5)
    )
      count++
  return count
}
