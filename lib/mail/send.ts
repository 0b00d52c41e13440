import { type Db, getDb, now } from '@/db/client'
import { getGuest } from '@/db/queries/gate'
import { lockMail, type MailPatch, type MailRow, updateMail } from '@/db/queries/mail'
import { getConfig } from '@/lib/config'
import { renderMail } from './render'
import { MAX_ATTEMPTS, retryDelay } from './rules'
import { mailAddress } from './schema'
import { scheduleMail } from './service'
import { type Delivery, deliver } from './transport'

type Outcome = Delivery | { outcome: 'recorded' } | { outcome: 'unsendable'; reason: string }

/**
 * Renders and sends one queued mail, or puts it off. Safe to run at any time and any
 * number of times: the row is held while sending, what is no longer queued is left alone,
 * and a call that was cut off before it was recorded is repeated under the same key.
 */
export async function sendMail(id: string): Promise<void> {
  await getDb().transaction(async (tx) => {
    const mail = await lockMail(tx, id)
    if (mail?.state !== 'queued') return
    const { bodies, ...result } = await handle(tx, mail)
    await updateMail(tx, id, { ...bodies, ...(await consequence(tx, mail, result)) })
  })
}

/** One attempt. What fails unexpectedly may go well the next time, as when a fault is mended. */
async function handle(tx: Db, mail: MailRow): Promise<Outcome & { bodies?: MailPatch }> {
  let bodies: MailPatch | undefined
  try {
    const rendered = await renderMail(mail)
    bodies = { subject: rendered.subject, html: rendered.html, plainText: rendered.text }
    const reason = await faultOf(tx, mail)
    if (reason) return { bodies, outcome: 'unsendable', reason }
    if (!getConfig().RESEND_API_KEY) return { bodies, outcome: 'recorded' }
    return { bodies, ...(await deliver(mail.id, mail.toMail, rendered)) }
  } catch (error) {
    return { bodies, outcome: 'later', reason: `Slanje nije uspjelo (${String(error)}).` }
  }
}

/** Why this mail cannot be sent at all, in words for the admin; null when it can. */
async function faultOf(tx: Db, mail: MailRow): Promise<string | null> {
  if (mail.toMail.trim() === '')
    return 'Nema adrese: gost nema ni vlastitu adresu ni JMBAG iz kojeg bi se izvela.'
  if (!mailAddress.safeParse(mail.toMail).success)
    return `„${mail.toMail}” nije ispravna e-mail adresa.`
  if (mail.template !== 'ticket-confirmation') return null
  const guest = mail.guestId === null ? null : await getGuest(tx, mail.guestId)
  if (!guest || guest.confCode !== mail.confCode)
    return 'Karta je poništena prije slanja, a njezin kod više ne vrijedi.'
  return null
}

/** What an attempt changes in the record; one that may still succeed is put off. */
async function consequence(tx: Db, mail: MailRow, result: Outcome): Promise<MailPatch> {
  if (result.outcome === 'recorded') return { state: 'recorded', lastError: null }
  if (result.outcome === 'unsendable') return { state: 'failed', lastError: result.reason }

  const attempts = mail.attempts + 1
  if (result.outcome === 'sent') {
    const { providerId } = result
    return { attempts, state: 'sent', providerId, lastError: null, sentAt: now }
  }
  const lastError = result.reason
  if (result.outcome === 'never') return { attempts, state: 'failed', lastError }
  if (attempts >= MAX_ATTEMPTS) {
    const giveUp = `${lastError} Odustali smo nakon ${attempts} pokušaja.`
    return { attempts, state: 'failed', lastError: giveUp }
  }
  await scheduleMail(tx, mail.id, retryDelay(attempts, result.retryAfterSeconds))
  return { attempts, lastError }
}
