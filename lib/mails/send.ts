import { setImmediate as breathe } from 'node:timers/promises'
import { getDb } from '@/db/client'
import type { MailRow } from '@/db/queries/mails'
import { listHoldersOfCodes } from '@/db/queries/mails-bulk'
import type { Settlement } from '@/db/queries/mails-queue'
import { listSponsorKeys } from '@/db/queries/sponsors-invitations'
import { getConfig } from '@/lib/config'
import { type Outcome, settlement } from './outcome'
import { pauseAll } from './pace'
import { type RenderedMail, renderMail } from './render'
import { mailKey } from './rules'
import { mailAddress } from './schema'
import { settle } from './settle'
import { type Delivery, deliver, deliverTogether, type Parcel } from './transport'

/** A mail in hand, put together. */
interface Ready {
  mail: MailRow
  rendered: RenderedMail
}

/** One attempt at mails in hand: either single ones, or all those of one call. */
export async function sendClaimed(mails: MailRow[]): Promise<void> {
  const [valid, keys] = await Promise.all([validCodes(mails), sponsorKeys(mails)])
  const ready: Ready[] = []
  for (const mail of mails) {
    const one = await putTogether(mail)
    const reason = one && (faultOf(mail, valid) ?? staleLink(mail, keys))
    if (one && reason) await record(one, { outcome: 'unsendable', reason })
    else if (one) ready.push(one)
    await breathe()
  }
  if (!getConfig().RESEND_API_KEY)
    await Promise.all(ready.map((one) => record(one, { outcome: 'recorded' })))
  else if (mails[0]?.callKey) await sendTogether(mails[0].callKey, ready)
  else await Promise.all(ready.map(sendAlone))
}

async function putTogether(mail: MailRow): Promise<Ready | null> {
  try {
    return { mail, rendered: await renderMail(mail) }
  } catch (error) {
    // Its call goes without it, and would be another one with it.
    await settle({ ...settlement(mail, unexpected(error)), alone: true })
    return null
  }
}

/** What fails unexpectedly may go well the next time, as when a fault is mended. */
const unexpected = (error: unknown): Delivery => ({
  outcome: 'later',
  reason: `Slanje nije uspjelo (${String(error)}).`,
})

async function sendAlone(one: Ready): Promise<void> {
  const result = await deliver(parcel(one)).catch(unexpected)
  await restIfAsked(result)
  await record(one, result)
}

/**
 * Mails of one call. A call that is refused as it stands was nobody's: then each mail goes
 * by itself, so that the faulty one alone fails.
 */
async function sendTogether(key: string, ready: Ready[]): Promise<void> {
  if (ready.length === 0) return
  const results: Delivery[] = await deliverTogether(key, ready.map(parcel)).catch((error) =>
    ready.map(() => unexpected(error)),
  )
  if (results[0]) await restIfAsked(results[0])
  const isRefused = results.every(({ outcome }) => outcome === 'never')
  await Promise.all(
    ready.map((one, i) => {
      const result = results[i] as Delivery
      if (!isRefused) return record(one, result)
      const { id } = one.mail
      return settle({ id, state: 'queued', attempts: 1, lastError: null, alone: true })
    }),
  )
}

const parcel = ({ mail, rendered }: Ready): Parcel => ({
  ...rendered,
  key: mailKey(mail),
  to: mail.toMail,
})

async function restIfAsked(result: Delivery): Promise<void> {
  if (result.outcome === 'pause') await pauseAll(result.seconds, result.reason)
}

/** Keeps the mail as it was sent beside what came of it. */
async function record({ mail, rendered }: Ready, result: Outcome): Promise<void> {
  const { subject, html, text } = rendered
  const written: Settlement = { ...settlement(mail, result), subject, html, text }
  await settle(written)
}

/** Which of the tickets' codes still admit somebody. */
async function validCodes(mails: MailRow[]): Promise<Set<string>> {
  const codes = mails.flatMap((mail) => mail.confCode ?? [])
  if (codes.length === 0) return new Set()
  return new Set((await listHoldersOfCodes(getDb(), codes)).map((holder) => holder.confCode))
}

/** Why this mail cannot be sent at all, in words for the admin; null when it can. */
function faultOf(mail: MailRow, valid: Set<string>): string | null {
  if (mail.toMail.trim() === '')
    return 'Nema adrese: gost nema ni vlastitu adresu ni JMBAG iz kojeg bi se izvela.'
  if (!mailAddress.safeParse(mail.toMail).success)
    return `„${mail.toMail}” nije ispravna e-mail adresa.`
  if (mail.confCode !== null && !valid.has(mail.confCode))
    return 'Karta je poništena prije slanja, a njezin kod više ne vrijedi.'
  return null
}

/** The keys that the lists of these mails' sponsors have now. */
async function sponsorKeys(mails: MailRow[]): Promise<Map<number, string>> {
  const ids = mails.flatMap((mail) => mail.sponsorId ?? [])
  return ids.length === 0 ? new Map() : listSponsorKeys(getDb(), ids)
}

const WITH_KEY = ['sponsor-invitation', 'sponsor-reminder']

/** A link that has been replaced since, or whose sponsor is gone, leads nowhere. */
function staleLink({ template, sponsorId, link }: MailRow, keys: Map<number, string>) {
  if (!WITH_KEY.includes(template)) return null
  const key = sponsorId === null ? undefined : keys.get(sponsorId)
  return key && link?.endsWith(`/${key}`)
    ? null
    : 'Poveznica iz ovog maila više ne vrijedi: zamijenjena je ili je sponzor obrisan.'
}
