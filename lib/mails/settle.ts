import { type Db, getDb } from '@/db/client'
import { failForgottenMails, type Settlement, settleMails } from '@/db/queries/mails-queue'

let waiting: Settlement[] = []
let writing: Promise<void> | null = null

/**
 * Records what came of a mail. Those that are told of while one write is under way go with
 * the next, so that a bulk costs few statements and a single mail waits for nothing.
 */
export async function settle(one: Settlement): Promise<void> {
  waiting.push(one)
  await writing?.catch(() => {})
  // Of all that waited for the same write the first takes everything along.
  if (waiting.includes(one)) writing = write()
  await writing
}

function write(): Promise<void> {
  const all = waiting
  waiting = []
  return settleMails(getDb(), all)
}

/** Fails mails that were cut off so long ago that sending them now might be a second time. */
export const failForgotten = (db: Db): Promise<number> =>
  failForgottenMails(
    db,
    'Slanje je prekinuto prije više od 18 sati, pa se ne zna je li mail stigao. Ako nije, pošaljite ga ponovno.',
  )
