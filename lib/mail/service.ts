import type { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { getGuest, lockGuest } from '@/db/queries/guests'
import type { Page } from '@/db/queries/list-query'
import {
  countMailsByState,
  getMail,
  insertMail,
  isMailQueued,
  listMails,
  MAIL_FIELDS,
  type MailListRow,
  type MailRow,
  type NewMail,
} from '@/db/queries/mails'
import { type BatchProgress, listBatches, stopBatch } from '@/db/queries/mails-bulk'
import { getPause, isInStoppedBatch, sendImmediately } from '@/db/queries/mails-queue'
import type { UserRow } from '@/db/queries/users'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { withMail } from '@/lib/jobs/with-mail'
import { alreadyQueued, takeOverQueuedMail } from '@/lib/mail/take-over'
import { confirmationAddress } from '@/lib/mail/ticket-mail'
import { qrPng } from '@/lib/qr/qr'
import { isMailPending, isTicketMail, RESEND_REFUSALS } from './rules'
import type {
  Mail,
  MailBatch,
  MailCounts,
  MailServiceState,
  mailListQuery,
  WholeMail,
} from './schema'

/** Lists mails, by default the newest first. */
export async function findMails(query: z.output<typeof mailListQuery>): Promise<Page<Mail>> {
  const { state, template, batch } = query
  const params = { ...listParams(query, MAIL_FIELDS), state, template, batch }
  const { rows, total } = await listMails(getDb(), params)
  return { rows: rows.map(toMailResponse), total }
}

export const countMails = (): Promise<MailCounts> => countMailsByState(getDb())

/** Returns a mail with its content. Throws not_found. */
export async function readMail(id: string): Promise<WholeMail> {
  const row = await requireMail(id)
  const guest = row.guestId === null ? null : await getGuest(getDb(), row.guestId)
  const isValid = row.confCode === null ? row.toMail !== '' : guest?.confCode === row.confCode
  const isQueued = row.state === 'queued'
  const pause = isQueued ? await getPause(getDb()) : null
  return {
    ...toWholeMailResponse(row, isValid && !isMailPending(row.state), pause?.until),
    isStopped: isQueued && (await isInStoppedBatch(getDb(), id)),
  }
}

/**
 * Makes a queued mail due now, also if its batch is stopped. A pause of all mail still applies.
 * Throws not_found. Throws conflict if the mail is not queued, or cannot leave its stopped batch.
 */
export async function tryMailNow(id: string, user: UserRow): Promise<WholeMail> {
  await withMail(async (tx) => {
    await requireMail(id)
    const outcome = await sendImmediately(tx, id)
    if (outcome === null)
      throw new ServiceError('conflict', 'Ovaj mail više ne čeka na slanje.', {
        code: 'not_waiting',
      })
    if (outcome === 'stopped')
      throw new ServiceError('conflict', 'Slanje ovog maila je zaustavljeno. Nastavite ga.', {
        code: 'batch_stopped',
      })
    await insertActivity(tx, {
      userId: user.id,
      entity: 'mails',
      entityId: id,
      action: 'hurried',
    })
  })
  return readMail(id)
}

/** Returns the QR code of a mail as PNG. Throws not_found, also for a mail without a code. */
export async function readMailQr(id: string): Promise<Buffer> {
  const { confCode } = await requireMail(id)
  if (!confCode) throw notFound('Ovaj mail nema QR kod.')
  return qrPng(confCode)
}

async function requireMail(id: string): Promise<MailRow> {
  return requireFound(await getMail(getDb(), id), 'Mail ne postoji.')
}

/** Converts a mail row to the API response, without HTML and text. */
export function toMailResponse(row: MailListRow): Mail {
  return {
    id: row.id,
    template: row.template,
    subject: row.subject,
    message: row.message,
    name: row.name,
    confCode: row.confCode,
    to_mail: row.toMail,
    link: row.link,
    state: row.state,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    resend: row.resend,
  }
}

const toWholeMailResponse = (row: MailRow, resendable: boolean, pausedUntil?: Date) => ({
  ...toMailResponse(row),
  html: row.html,
  text: row.plainText,
  nextTryAt:
    row.state === 'queued'
      ? new Date(Math.max(row.dueAt.getTime(), pausedUntil?.getTime() ?? 0)).toISOString()
      : null,
  resendable,
})

/**
 * Sends a mail again as a new mail. A mail with a ticket goes to the current address of the guest;
 * if one waits elsewhere, that one is sent instead of a new one. Throws not_found. Throws conflict
 * if the ticket was returned, the guest has no address, the person was erased, or the mail is about
 * to go to this address.
 */
export async function resendMail(id: string, user: UserRow): Promise<Mail> {
  return withMail(async (tx) => {
    const before = requireFound(await getMail(tx, id), 'Mail ne postoji.')
    const mail = await resentContent(tx, before)
    const waiting =
      mail.confCode && isTicketMail(mail.template)
        ? await takeOverQueuedMail(tx, mail.confCode, mail)
        : null
    const sent = waiting ?? (await insertMail(tx, { ...mail, resend: true }))
    const row = sent && (await getMail(tx, sent))
    if (!row) throw new Error('the resent mail was not stored')
    await insertActivity(tx, {
      userId: user.id,
      entity: 'mails',
      entityId: row.id,
      action: 'resent',
    })
    return toMailResponse(row)
  })
}

/**
 * Returns the content of a mail that is sent again: texts as before, ticket data from the current
 * guest.
 */
async function resentContent(tx: Db, before: MailRow): Promise<NewMail> {
  const { template, subject, message, link, toMail, name, sponsorId, details } = before
  const same = { template, subject, message, link, sponsorId, details }
  if (before.confCode === null) {
    if (isMailPending(before.state)) throw alreadyQueued('Ovaj mail već čeka na slanje.')
    if (toMail === '')
      throw new ServiceError('conflict', RESEND_REFUSALS.recipientErased, {
        code: 'recipient_erased',
      })
    return { ...same, toMail, name }
  }
  const guest = before.guestId === null ? null : await lockGuest(tx, before.guestId)
  if (!guest?.confCode || guest.confCode !== before.confCode)
    throw new ServiceError('conflict', RESEND_REFUSALS.ticketReturned, {
      code: 'ticket_returned',
    })
  if (!isTicketMail(template) && (await isMailQueued(tx, guest.confCode)))
    throw alreadyQueued('Mail s ovom kartom već čeka na slanje.')
  const address = confirmationAddress(guest)
  if (address === '')
    throw new ServiceError('conflict', 'Gost nema adresu na koju bi karta otišla.', {
      code: 'no_address',
    })
  return {
    ...same,
    toMail: address,
    name: `${guest.name} ${guest.surname}`,
    confCode: guest.confCode,
    guestId: guest.id,
  }
}

/** Lists mail batches: unfinished ones first, then the newest. */
export async function findBatches(page: {
  limit: number
  offset: number
}): Promise<{ rows: MailBatch[]; total: null }> {
  const rows = await listBatches(getDb(), page)
  return { rows: rows.map(toBatchResponse), total: null }
}

/** Stops or continues a mail batch. A second identical call changes nothing. Throws not_found. */
export function changeBatch(id: string, isStopped: boolean, user: UserRow): Promise<MailBatch> {
  return withMail(async (tx) => {
    const before = await requireBatch(tx, id)
    await stopBatch(tx, id, isStopped)
    if ((before.stoppedAt !== null) !== isStopped)
      await insertActivity(tx, {
        userId: user.id,
        entity: 'mails',
        entityId: id,
        action: isStopped ? 'stopped' : 'continued',
        changes: { waiting: [null, before.waiting] },
      })
    return toBatchResponse(await requireBatch(tx, id))
  })
}

/**
 * Returns whether a mail provider is configured, and the current pause of all mail with its reason.
 */
export async function readServiceState(): Promise<MailServiceState> {
  const isSet = isSendingMail()
  const pause = isSet ? await getPause(getDb()) : null
  return { isSet, pausedUntil: pause?.until.toISOString() ?? null, reason: pause?.reason ?? null }
}

async function requireBatch(tx: Db, id: string): Promise<BatchProgress> {
  const [row] = await listBatches(tx, { id, limit: 1, offset: 0 })
  if (!row) throw notFound('To slanje ne postoji.')
  return row
}

function toBatchResponse({ perSecond, ...row }: BatchProgress): MailBatch {
  const isSending = row.waiting > 0 && row.stoppedAt === null && perSecond > 0
  return {
    ...row,
    createdAt: toInstant(row.createdAt),
    stoppedAt: row.stoppedAt && toInstant(row.stoppedAt),
    endedAt: row.endedAt && toInstant(row.endedAt),
    perMinute: Math.round(perSecond * 60),
    secondsLeft: isSending ? Math.ceil(row.waiting / perSecond) : null,
  }
}

const toInstant = (text: string) => new Date(text).toISOString()
