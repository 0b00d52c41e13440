import { getDb } from '@/db/client'
import { requeueLostMails } from '@/db/queries/mail'

/** Milliseconds between two looks at the outbox. */
const INTERVAL = 10_000

/**
 * Looks now and then for mails whose job died with its process, so that a crash delays a
 * mail by seconds. Every instance looks; being wrong costs nothing, since a mail is held
 * while it is sent and sent under one key.
 */
export async function startSweep(): Promise<void> {
  const look = () =>
    requeueLostMails(getDb()).catch((error: unknown) => {
      process.stderr.write(`jobs: the look for lost mails failed: ${String(error)}\n`)
    })
  setInterval(look, INTERVAL).unref()
  await look()
}
