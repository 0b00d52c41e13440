import { listenForInvalidations } from '@/lib/cache/listen'
import { startSweep } from './sweep'
import { startWorker } from './worker'

/** What an instance does beside answering requests. */
export async function startBackground(): Promise<void> {
  // The process that started this one holds the other end of the channel.
  if (process.connected) process.once('disconnect', () => process.exit(0))
  await Promise.all([listenForInvalidations(), startWorker(), startSweep()])
}
