import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import {
  type BulkMail,
  type HolderWithMailState,
  insertBatch,
  insertMails,
  listFailedMails,
  listHoldersOfCodes,
  listTicketHolders,
  lockBulkMail,
  requeueMails,
  setBatchTotal,
  type TicketHolder,
} from '@/db/queries/mails-bulk'
import type { UserRow } from '@/db/queries/users'
import { isSendingMail } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { withMail } from '@/lib/jobs/with-mail'
import { confirmationAddress, confirmationMail } from '@/lib/mail/ticket-mail'
import { isUnsent } from './rules'
import type { MailRange, NewMailInput, Queued, QueuedMails, QueuedRange } from './schema'

/**
 * Queues the requested mails. A ticket confirmation is sent only once, so an existing one is
 * skipped. Throws invalid for a confirmation code that no guest has, and then queues nothing.
 */
export function queueMails(requested: NewMailInput[], user: UserRow): Promise<QueuedMails> {
  return withBulkLock(async (tx) => {
    const holders = await holdersOf(tx, requested)
    const mails = requested.map((mail) => withGuestDefaults(mail, holders))
    const { ids, batch } = await queueBatch(tx, 'list', mails, user)
    const result = { queued: ids.length, skipped: requested.length - ids.length }
    await recordMailActivity(
      tx,
      user,
      (requested.length === 1 && ids[0]) || 'send_mail',
      'queued',
      result,
    )
    return { ...result, batch, ids }
  })
}

/**
 * Queues the confirmations of all guests with a ticket between two positions (rule 7.6), with a few
 * SQL statements in total. Failed mails are queued again. Mails that were only recorded are queued
 * again if a mail provider is configured now.
 */
export function queueRange(range: MailRange, user: UserRow): Promise<QueuedRange> {
  return withBulkLock(async (tx) => {
    const { mails, total, withoutAddress, stopped } = await planRange(tx, range)
    const { ids, batch } = await queueBatch(tx, 'range', mails, user)
    const queued = ids.length
    const result = { queued, skipped: total - queued - withoutAddress, withoutAddress }
    await recordMailActivity(tx, user, `${range.start}-${range.end}`, 'range_queued', result)
    return { ...result, stopped, batch }
  })
}

/** Returns the counts that `queueRange` would return now. Writes nothing. */
export async function previewRange(range: MailRange): Promise<QueuedRange> {
  const { mails, total, withoutAddress, stopped } = await planRange(getDb(), range)
  const queued = mails.length
  return { queued, skipped: total - queued - withoutAddress, stopped, withoutAddress, batch: null }
}

async function planRange(db: Db, range: MailRange) {
  const hasProvider = isSendingMail()
  const holders = await listTicketHolders(db, range)
  const unsent = holders.filter((holder) => isUnsent(holder, hasProvider))
  const mails = unsent.map(confirmationOf).filter((mail) => mail.toMail !== '')
  const withoutAddress = unsent.length - mails.length
  const stopped = holders.filter(({ stoppedId }) => stoppedId !== null).length
  return { mails, total: holders.length, withoutAddress, stopped }
}

/**
 * Queues every failed mail again, to the current address of its guest. Skips returned tickets and
 * guests without an address.
 */
export function resendFailed(user: UserRow): Promise<Queued> {
  return withBulkLock(async (tx) => {
    const { mails, skipped } = await planFailed(tx, true)
    const result = { queued: mails.length, skipped }
    await recordMailActivity(tx, user, 'failed', 'resent', result)
    if (mails.length === 0) return { ...result, batch: null }
    const batch = await insertBatch(tx, { kind: 'failed', createdBy: user.id })
    await requeueMails(tx, mails, batch)
    return { ...result, batch: await setBatchTotal(tx, batch, mails.length) }
  })
}

/** Returns the counts that `resendFailed` would return now. Writes nothing. */
export async function previewFailed(): Promise<Queued> {
  const { mails, skipped } = await planFailed(getDb(), false)
  return { queued: mails.length, skipped, batch: null }
}

async function planFailed(db: Db, isLocked: boolean) {
  const failed = await listFailedMails(db, { isLocked })
  const mails = failed.flatMap(({ id, confCode, guest }) => {
    if (confCode === null) return { id, toMail: null, name: null }
    const { toMail, name } = guest ? confirmationMail(guest) : { toMail: '', name: '' }
    return toMail === '' ? [] : { id, toMail, name }
  })
  return { mails, skipped: failed.length - mails.length }
}

/** Queues mails. Two or more form a batch, which has a progress and can be stopped. */
async function queueBatch(tx: Db, kind: string, mails: Queueable[], user: UserRow) {
  const batch = mails.length < 2 ? null : await insertBatch(tx, { kind, createdBy: user.id })
  const stored = mails.flatMap(({ unsentId: id, toMail, name }) =>
    id ? [{ id, toMail, name }] : [],
  )
  await requeueMails(tx, stored, batch)
  const inserted = await insertMails(
    tx,
    mails.filter(({ unsentId }) => !unsentId),
    batch,
  )
  const ids = [...stored.map(({ id }) => id), ...inserted]
  return { ids, batch: batch && (await setBatchTotal(tx, batch, ids.length)) }
}

/** Mail to be queued; `unsentId` is the id of an existing mail to be reused. */
type Queueable = BulkMail & { unsentId?: string | null }

/**
 * Runs a bulk send in a transaction with a lock. A second bulk send waits and then sees the mails
 * of the first.
 */
export const withBulkLock = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  withMail(async (tx) => {
    await lockBulkMail(tx)
    return work(tx)
  })

const confirmationOf = (holder: HolderWithMailState): Queueable => ({
  ...confirmationMail(holder),
  confCode: holder.confCode,
  guestId: holder.id,
  unsentId: holder.unsentId,
})

/** Returns the ticket holders by confirmation code. Throws invalid for an unknown code. */
async function holdersOf(tx: Db, requested: NewMailInput[]): Promise<Map<string, TicketHolder>> {
  const codes = requested.flatMap((mail) => mail.confCode ?? [])
  if (codes.length === 0) return new Map()
  const found = await listHoldersOfCodes(tx, codes)
  const holders = new Map(found.map((holder) => [holder.confCode, holder]))
  const unknown = requested.findIndex(({ confCode }) => confCode !== null && !holders.has(confCode))
  if (unknown === -1) return holders
  const sentence = `Nijedan gost nema kartu s kodom ${requested[unknown]?.confCode}.`
  throw new ServiceError('invalid', sentence, {
    code: 'unknown_code',
    fields: { [`emails.${unknown}.confCode`]: [sentence] },
  })
}

/** Fills in missing fields of a ticket confirmation from its guest. */
function withGuestDefaults(mail: NewMailInput, holders: Map<string, TicketHolder>): BulkMail {
  const { template, subject, message, link, confCode } = mail
  const holder = confCode === null ? undefined : holders.get(confCode)
  return {
    template,
    subject,
    message,
    link,
    confCode,
    guestId: holder?.id,
    toMail: mail.to_mail ?? (holder ? confirmationAddress(holder) : ''),
    name: mail.name || (holder ? `${holder.name} ${holder.surname}` : ''),
  }
}

const recordMailActivity = (
  tx: Db,
  user: UserRow,
  entityId: string,
  action: string,
  result: Record<string, number>,
) =>
  insertActivity(tx, {
    userId: user.id,
    entity: 'mails',
    entityId,
    action,
    changes: Object.fromEntries(Object.entries(result).map(([name, n]) => [name, [null, n]])),
  })
