import { getDb } from '@/db/client'
import { deleteOldKeys } from '@/db/queries/idempotency-keys'
import { deleteUnusedImages } from '@/db/queries/images'
import { wakeForDueMails } from '@/db/queries/mails-queue'
import { deleteOldRateLimits } from '@/db/queries/rate-limits'
import { logFailure } from '@/lib/log'
import { failForgotten } from '@/lib/mails/settle'

/** Milliseconds between two looks. */
const INTERVAL = 10_000

const CHORES = {
  'giving up mails of unknown fate': failForgotten,
  'the look for mails that are due': wakeForDueMails,
  'forgetting old limits': deleteOldRateLimits,
  'forgetting old answers': deleteOldKeys,
  'clearing away unused pictures': deleteUnusedImages,
}

/**
 * Looks now and then for mails that are due and that nobody sends, so that a crash delays a
 * mail by seconds, and clears away what has run out. Every instance looks; being wrong costs
 * nothing, since one at a time has a mail in hand and each is sent under one key.
 */
export async function startSweep(): Promise<void> {
  const sweep = async () => {
    for (const [what, chore] of Object.entries(CHORES))
      await chore(getDb()).catch((error: unknown) => {
        logFailure(`jobs: ${what} failed: ${String(error)}`)
      })
  }
  setInterval(sweep, INTERVAL).unref()
  await sweep()
}
