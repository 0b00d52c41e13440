import type { Db } from '@/db/pool'
import { getEdition } from '@/db/queries/festival'
import * as queries from '@/db/queries/wallet'
import { getConfig } from '@/lib/config/settings'
import type { AppleWallet, GoogleWallet } from '@/lib/config/wallet-certificates'
import { viewEdition } from '@/lib/festival/service'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { readTicket } from '@/lib/tickets/read-ticket'
import { updateGooglePass } from './google'
import { sendPush } from './push'
import { MAX_ATTEMPTS, walletRetryDelay } from './rules'

/**
 * Maximum number of updates per round. Further updates wait for the next round, so that other
 * maintenance tasks are not delayed.
 */
const MAX_UPDATES = { phones: 2000, google: 40 }

/**
 * Maintenance task: sends the due updates to phones and to Google. One of all instances runs it.
 * After a crash an update may be sent again, which does no harm.
 */
export async function sendWalletUpdates(db: Db): Promise<void> {
  const { apple, google } = getConfig().wallets
  const due = await queries.listDueUpdates(db, MAX_UPDATES.phones)
  if (due.length === 0) return
  const forPhones = due.filter(({ pushToken }) => pushToken !== null)
  const forGoogle = due.filter(({ pushToken }) => pushToken === null)
  // The wallet is no longer configured, so its updates can never be sent.
  if (!apple) await queries.deleteUpdates(db, forPhones)
  else if (forPhones.length > 0) await pushToPhones(db, apple, forPhones)
  if (!google) await queries.deleteUpdates(db, forGoogle)
  else if (forGoogle.length > 0)
    await updateGooglePasses(db, google, forGoogle.slice(0, MAX_UPDATES.google))
}

async function pushToPhones(
  db: Db,
  apple: AppleWallet,
  updates: queries.WalletUpdate[],
): Promise<void> {
  const tokenOf = (update: queries.WalletUpdate) => update.pushToken as string
  const results = await sendPush(apple, updates.map(tokenOf))
  const unregistered = [...results].flatMap(([token, { outcome }]) =>
    outcome === 'unregistered' ? token : [],
  )
  await queries.deletePhonesOfTokens(db, unregistered)
  await queries.deleteUpdates(
    db,
    updates.filter((update) => results.get(tokenOf(update))?.outcome === 'accepted'),
  )
  const failed = updates.filter((update) => results.get(tokenOf(update))?.outcome === 'retry')
  for (const update of failed) await postponeOrDelete(db, update)
  const [first] = failed.flatMap((update) => results.get(tokenOf(update)) ?? [])
  if (first?.outcome === 'retry')
    logError(`wallets: ${failed.length} push notifications failed: ${first.reason}`)
}

async function updateGooglePasses(
  db: Db,
  google: GoogleWallet,
  updates: queries.WalletUpdate[],
): Promise<void> {
  const row = await getEdition(db)
  const edition = { ...viewEdition(row), id: row.id }
  for (const [i, update] of updates.entries())
    try {
      const ticket = update.confCode ? await readTicket(update.confCode) : null
      await updateGooglePass(google, update, ticket, edition)
      await queries.deleteUpdates(db, [update])
    } catch (error) {
      // The other requests would meet the same error, so their updates stay due and are not tried
      // now.
      const left = updates.length - i
      logError(`wallets: ${left} updates were not sent to Google: ${safeErrorMessage(error)}`)
      await postponeOrDelete(db, update)
      return
    }
}

const postponeOrDelete = (db: Db, update: queries.WalletUpdate) =>
  update.attempts + 1 >= MAX_ATTEMPTS
    ? queries.deleteUpdates(db, [update])
    : queries.postponeUpdate(db, update, walletRetryDelay(update.attempts + 1))
