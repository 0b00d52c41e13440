import { setImmediate as breathe } from 'node:timers/promises'
import { type Db, getDb } from '@/db/client'
import { type EditionRow, getEdition } from '@/db/queries/festival'
import { listHoldersOfCodes } from '@/db/queries/mails-bulk'
import {
  type ClaimedMail,
  type DeliveryOutcome,
  failExpiredClaims,
  recordOutcomes,
} from '@/db/queries/mails-queue'
import { listSponsorKeys } from '@/db/queries/sponsors-invitations'
import { getConfig } from '@/lib/config/settings'
import { notifyListsChanged } from '@/lib/live/feed'
import { getMeters } from '@/lib/metrics/registry'
import { attachmentsOf, type MailText, renderMail } from './render'
import { MAX_ATTEMPTS, mailKey, retryDelay } from './rules'
import { mailAddress } from './schema'
import {
  type Delivery,
  deliver,
  deliverTogether,
  type OutgoingMail,
  pauseSending,
} from './transport'

/** A mail in hand, put together. */
interface Ready {
  mail: ClaimedMail
  rendered: MailText
  edition: EditionRow
}

/** One attempt at mails in hand: either single ones, or all those of one call. */
export async function sendClaimed(mails: ClaimedMail[]): Promise<void> {
  const [valid, keys, edition] = await Promise.all([
    validCodes(mails),
    sponsorKeys(mails),
    getEdition(getDb()),
  ])
  const ready: Ready[] = []
  for (const mail of mails) {
    const one = await putTogether(mail, edition)
    const reason = one && (faultOf(mail, valid) ?? staleLink(mail, keys))
    if (one && reason) await record(one, { outcome: 'unsendable', reason })
    else if (one) ready.push(one)
    await breathe()
  }
  if (!getConfig().RESEND_API_KEY)
    await Promise.all(ready.map((one) => record(one, { outcome: 'recorded' })))
  else if (mails[0]?.callKey) await sendTogether(mails[0].callKey, ready)
  else await Promise.all(ready.map(sendAlone))
  notifyListsChanged(['mails'])
}

async function putTogether(mail: ClaimedMail, edition: EditionRow): Promise<Ready | null> {
  try {
    return { mail, rendered: await renderMail(mail, edition), edition }
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

const parcel = ({ mail, rendered, edition }: Ready): OutgoingMail => ({
  ...rendered,
  fromName: edition.name,
  replyTo: edition.contactEmail || undefined,
  attachments: attachmentsOf(mail),
  key: mailKey(mail),
  to: mail.toMail,
})

async function restIfAsked(result: Delivery): Promise<void> {
  if (result.outcome === 'pause') await pauseSending(result.seconds, result.reason)
}

/** Keeps the mail as it was sent beside what came of it. */
async function record({ mail, rendered }: Ready, result: Outcome): Promise<void> {
  const { subject, html, text } = rendered
  const written: DeliveryOutcome = { ...settlement(mail, result), subject, html, text }
  getMeters().mails.inc({ outcome: written.state === 'queued' ? 'postponed' : written.state })
  await settle(written)
}

/** Which of the tickets' codes still admit somebody. */
async function validCodes(mails: ClaimedMail[]): Promise<Set<string>> {
  const codes = mails.flatMap((mail) => mail.confCode ?? [])
  if (codes.length === 0) return new Set()
  return new Set((await listHoldersOfCodes(getDb(), codes)).map((holder) => holder.confCode))
}

/** Why this mail cannot be sent at all, in words for the admin; null when it can. */
function faultOf(mail: ClaimedMail, valid: Set<string>): string | null {
  if (mail.toMail.trim() === '')
    return 'Nema adrese: gost nema ni vlastitu adresu ni JMBAG iz kojeg bi se izvela.'
  if (!mailAddress.safeParse(mail.toMail).success)
    return `„${mail.toMail}” nije ispravna e-mail adresa.`
  if (mail.confCode !== null && !valid.has(mail.confCode))
    return 'Karta je poništena prije slanja, a njezin kod više ne vrijedi.'
  return null
}

/** The keys that the lists of these mails' sponsors have now. */
async function sponsorKeys(mails: ClaimedMail[]): Promise<Map<number, string>> {
  const ids = mails.flatMap((mail) => mail.sponsorId ?? [])
  return ids.length === 0 ? new Map() : listSponsorKeys(getDb(), ids)
}

const WITH_KEY = ['sponsor-invitation', 'sponsor-reminder']

/** A link that has been replaced since, or whose sponsor is gone, leads nowhere. */
function staleLink({ template, sponsorId, link }: ClaimedMail, keys: Map<number, string>) {
  if (!WITH_KEY.includes(template)) return null
  const key = sponsorId === null ? undefined : keys.get(sponsorId)
  return key && link?.endsWith(`/${key}`)
    ? null
    : 'Poveznica iz ovog maila više ne vrijedi: zamijenjena je ili je sponzor obrisan.'
}

/** What came of a mail: of a call to the service, or without one. */
type Outcome = Delivery | { outcome: 'recorded' } | { outcome: 'unsendable'; reason: string }

/**
 * What an attempt changes in the record; one that may still succeed is put off. A pause of
 * the service is no attempt: the mail waits with all others.
 */
function settlement(mail: ClaimedMail, result: Outcome): DeliveryOutcome {
  const { id, attempts } = mail
  switch (result.outcome) {
    case 'recorded':
      return { id, state: 'recorded', attempts, lastError: null }
    case 'unsendable':
      return { id, state: 'failed', attempts, lastError: result.reason }
    case 'sent': {
      const { providerId } = result
      return { id, state: 'sent', attempts: attempts + 1, lastError: null, providerId }
    }
    case 'never':
      return { id, state: 'failed', attempts: attempts + 1, lastError: result.reason }
    case 'pause':
      return { id, state: 'queued', attempts, lastError: result.reason }
    case 'later':
      return putOff(mail, result.reason, result.retryAfterSeconds)
  }
}

function putOff(
  { id, attempts: before }: ClaimedMail,
  reason: string,
  asked?: number,
): DeliveryOutcome {
  const attempts = before + 1
  if (attempts < MAX_ATTEMPTS) {
    const inSeconds = retryDelay(attempts, asked)
    return { id, state: 'queued', attempts, lastError: reason, inSeconds }
  }
  const lastError = `${reason} Odustali smo nakon ${attempts} pokušaja.`
  return { id, state: 'failed', attempts, lastError }
}

let waiting: DeliveryOutcome[] = []
let writing: Promise<void> | null = null

/**
 * Records what came of a mail. Those that are told of while one write is under way go with
 * the next, so that a bulk costs few statements and a single mail waits for nothing.
 */
async function settle(one: DeliveryOutcome): Promise<void> {
  waiting.push(one)
  await writing?.catch(() => {})
  // Of all that waited for the same write the first takes everything along.
  if (waiting.includes(one)) writing = write()
  await writing
}

function write(): Promise<void> {
  const all = waiting
  waiting = []
  return recordOutcomes(getDb(), all)
}

/** Fails mails that were cut off so long ago that sending them now might be a second time. */
export const failForgotten = (db: Db): Promise<number> =>
  failExpiredClaims(
    db,
    'Slanje je prekinuto prije više od 18 sati, pa se ne zna je li mail stigao. Ako nije, pošaljite ga ponovno.',
  )
