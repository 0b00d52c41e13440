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
import { MOST_ATTEMPTS, walletRetryDelay } from './rules'

/**
 * Maximum number of updates per round. Further updates wait for the next round, so that other
 * maintenance tasks are not delayed.
 */
const MOST = { phones: 2000, google: 40 }

/**
 * Maintenance task: sends the due updates to phones and to Google. One of all instances runs it.
 * After a crash an update may be sent again, which does no harm.
 */
export async function sendWalletUpdates(db: Db): Promise<void> {
  const { apple, google } = getConfig().wallets
  const due = await queries.listDueUpdates(db, MOST.phones)
  if (due.length === 0) return
  const forPhones = due.filter(({ pushToken }) => pushToken !== null)
  const forGoogle = due.filter(({ pushToken }) => pushToken === null)
  // The wallet is no longer configured, so its updates can never be sent.
  if (!apple) await queries.deleteUpdates(db, forPhones)
  else if (forPhones.length > 0) await tellPhones(db, apple, forPhones)
  if (!google) await queries.deleteUpdates(db, forGoogle)
  else if (forGoogle.length > 0) await tellOfPasses(db, google, forGoogle.slice(0, MOST.google))
}

async function tellPhones(
  db: Db,
  apple: AppleWallet,
  updates: queries.WalletUpdate[],
): Promise<void> {
  const tokenOf = (one: queries.WalletUpdate) => one.pushToken as string
  const came = await sendPush(apple, updates.map(tokenOf))
  const gone = [...came].flatMap(([token, { outcome }]) => (outcome === 'gone' ? token : []))
  await queries.deletePhonesOfTokens(db, gone)
  await queries.deleteUpdates(
    db,
    updates.filter((one) => came.get(tokenOf(one))?.outcome === 'told'),
  )
  const failed = updates.filter((one) => came.get(tokenOf(one))?.outcome === 'later')
  for (const one of failed) await putOff(db, one)
  const [first] = failed.flatMap((one) => came.get(tokenOf(one)) ?? [])
  if (first?.outcome === 'later')
    logError(`wallets: ${failed.length} phones were not told: ${first.reason}`)
}

async function tellOfPasses(
  db: Db,
  google: GoogleWallet,
  updates: queries.WalletUpdate[],
): Promise<void> {
  const row = await getEdition(db)
  const edition = { ...viewEdition(row), id: row.id }
  for (const [at, one] of updates.entries())
    try {
      const ticket = one.confCode ? await readTicket(one.confCode) : null
      await updateGooglePass(google, one, ticket, edition)
      await queries.deleteUpdates(db, [one])
    } catch (error) {
      // The other requests would meet the same error, so their updates stay due and are not tried
      // now.
      const left = updates.length - at
      logError(`wallets: Google was not told of ${left} changes: ${safeErrorMessage(error)}`)
      await putOff(db, one)
      return
    }
}

const putOff = (db: Db, one: queries.WalletUpdate) =>
  one.attempts + 1 >= MOST_ATTEMPTS
    ? queries.deleteUpdates(db, [one])
    : queries.postponeUpdate(db, one, walletRetryDelay(one.attempts + 1))
