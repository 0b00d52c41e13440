import type { z } from 'zod'
import { getDb } from '@/db/client'
import { getGuest } from '@/db/queries/guests'
import {
  countMailsByState,
  getMail,
  listMails,
  MAIL_FIELDS,
  type MailRow,
} from '@/db/queries/mails'
import { notFound } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { qrPng } from './qr'
import { isOnItsWay } from './rules'
import type { Mail, MailCounts, mailListQuery, WholeMail } from './schema'
import { viewMail, viewWholeMail } from './view'

/** The record of mail, newest first unless ordered otherwise. */
export async function findMails(
  query: z.output<typeof mailListQuery>,
): Promise<{ rows: Mail[]; total: number }> {
  const { state, template, batch } = query
  const params = { ...listParams(query, MAIL_FIELDS), state, template, batch }
  const { rows, total } = await listMails(getDb(), params)
  return { rows: rows.map(viewMail), total }
}

export const countMails = (): Promise<MailCounts> => countMailsByState(getDb())

/** Throws not_found. */
export async function readMail(id: string): Promise<WholeMail> {
  const row = await storedMail(id)
  const guest = row.guestId === null ? null : await getGuest(getDb(), row.guestId)
  const isValid = row.confCode === null || guest?.confCode === row.confCode
  return viewWholeMail(row, isValid && !isOnItsWay(row.state))
}

/** The picture that the mail carries inside, as PNG. Throws not_found. */
export async function readMailQr(id: string): Promise<Buffer> {
  const { confCode } = await storedMail(id)
  if (!confCode) throw notFound('Ovaj mail nema QR kod.')
  return qrPng(confCode)
}

async function storedMail(id: string): Promise<MailRow> {
  const row = await getMail(getDb(), id)
  if (!row) throw notFound('Mail ne postoji.')
  return row
}
