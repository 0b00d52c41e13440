import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import {
  type BulkMail,
  insertBatch,
  insertMails,
  listHoldersOfCodes,
  listTicketHolders,
  lockBulkMail,
  lockFailedMails,
  requeueMails,
  setBatchTotal,
  type TicketHolder,
  type ToldHolder,
} from '@/db/queries/mails-bulk'
import type { UserRow } from '@/db/queries/users'
import { isSendingMail } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { withMail } from '@/lib/jobs/with-mail'
import { confirmationAddress, confirmationMail } from '@/lib/mail/ticket-mail'
import { isUnsent } from './rules'
import type { MailRange, NewMailInput, Queued, QueuedMails, QueuedRange } from './schema'

/**
 * Queues mails as they were asked for. A ticket's confirmation goes out once, whoever asks
 * for it; one that is there already is skipped. Throws invalid for a code that admits nobody,
 * and then queues nothing.
 */
export function queueMails(asked: NewMailInput[], user: UserRow): Promise<QueuedMails> {
  return withBulkLock(async (tx) => {
    const holders = await holdersOf(tx, asked)
    const mails = asked.map((mail) => filledIn(mail, holders))
    const { ids, batch } = await queueBatch(tx, 'list', mails, user)
    const result = { queued: ids.length, skipped: asked.length - ids.length }
    await note(tx, user, (asked.length === 1 && ids[0]) || 'send_mail', 'queued', result)
    return { ...result, batch, ids }
  })
}

/**
 * Queues the confirmations of everybody with a ticket from one position to another
 * (rule 7.6): a few statements however many they are. Those that failed go out again, and those
 * that were only recorded once there is a service.
 */
export function queueRange(range: MailRange, user: UserRow): Promise<QueuedRange> {
  return withBulkLock(async (tx) => {
    const { mails, total, withoutAddress } = await planRange(tx, range)
    const { ids, batch } = await queueBatch(tx, 'range', mails, user)
    const queued = ids.length
    const result = { queued, skipped: total - queued - withoutAddress, withoutAddress }
    await note(tx, user, `${range.start}-${range.end}`, 'range_queued', result)
    return { ...result, batch }
  })
}

/** What `queueRange` would do now; writes nothing. */
export async function previewRange(range: MailRange): Promise<QueuedRange> {
  const { mails, total, withoutAddress } = await planRange(getDb(), range)
  const queued = mails.length
  return { queued, skipped: total - queued - withoutAddress, withoutAddress, batch: null }
}

async function planRange(db: Db, range: MailRange) {
  const isSet = isSendingMail()
  const holders = await listTicketHolders(db, range)
  const unsent = holders.filter((holder) => isUnsent(holder, isSet))
  const mails = unsent.map(mailOf).filter((mail) => mail.toMail !== '')
  return { mails, total: holders.length, withoutAddress: unsent.length - mails.length }
}

/**
 * Queues every failed mail anew, to the address that its guest has now. Skipped are tickets
 * that were taken back since, and guests who still have no address.
 */
export function resendFailed(user: UserRow): Promise<Queued> {
  return withBulkLock(async (tx) => {
    const failed = await lockFailedMails(tx)
    const mails = failed.flatMap(({ id, confCode, guest }) => {
      if (confCode === null) return { id, toMail: null, name: null }
      const { toMail, name } = guest ? confirmationMail(guest) : { toMail: '', name: '' }
      return toMail === '' ? [] : { id, toMail, name }
    })
    const result = { queued: mails.length, skipped: failed.length - mails.length }
    await note(tx, user, 'failed', 'resent', result)
    if (mails.length === 0) return { ...result, batch: null }
    const batch = await insertBatch(tx, { kind: 'failed', createdBy: user.id })
    await requeueMails(tx, mails, batch)
    return { ...result, batch: await setBatchTotal(tx, batch, mails.length) }
  })
}

/** Into the outbox; two and more are a batch, which shows its progress and can be stopped. */
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

/** A mail for the outbox, or one that the record has already. */
type Queueable = BulkMail & { unsentId?: string | null }

/** Of two bulk sendings at once the second sees what the first has queued. */
export const withBulkLock = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  withMail(async (tx) => {
    await lockBulkMail(tx)
    return work(tx)
  })

const mailOf = (holder: ToldHolder): Queueable => ({
  ...confirmationMail(holder),
  confCode: holder.confCode,
  guestId: holder.id,
  unsentId: holder.unsentId,
})

/** Who bears the codes of these mails. */
async function holdersOf(tx: Db, asked: NewMailInput[]): Promise<Map<string, TicketHolder>> {
  const codes = asked.flatMap((mail) => mail.confCode ?? [])
  if (codes.length === 0) return new Map()
  const found = await listHoldersOfCodes(tx, codes)
  const holders = new Map(found.map((holder) => [holder.confCode, holder]))
  const unknown = asked.findIndex(({ confCode }) => confCode !== null && !holders.has(confCode))
  if (unknown === -1) return holders
  const sentence = `Nijedan gost nema kartu s kodom ${asked[unknown]?.confCode}.`
  throw new ServiceError('invalid', sentence, {
    code: 'unknown_code',
    fields: { [`emails.${unknown}.confCode`]: [sentence] },
  })
}

/** What the request leaves out of a confirmation is its guest's. */
function filledIn(mail: NewMailInput, holders: Map<string, TicketHolder>): BulkMail {
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

const note = (
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
