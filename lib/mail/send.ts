import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Db, getDb } from '@/db/pool'
import { type EditionRow, getEdition } from '@/db/queries/festival'
import { listHoldersOfCodes } from '@/db/queries/mails-bulk'
import {
  type ClaimedMail,
  type DeliveryOutcome,
  failExpiredClaims,
  recordOutcomes,
} from '@/db/queries/mails-queue'
import { listSponsorSlugs } from '@/db/queries/sponsors-invitations'
import { getConfig } from '@/lib/config/settings'
import { notifyListsChanged } from '@/lib/live/feed'
import { getMetrics } from '@/lib/metrics/registry'
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

/** A claimed mail with its rendered content. */
interface RenderedMail {
  mail: ClaimedMail
  rendered: MailText
  edition: EditionRow
}

/** Sends claimed mails: either single mails, or all mails that share one provider request. */
export async function sendClaimed(mails: ClaimedMail[]): Promise<void> {
  const [validCodeSet, slugs, edition] = await Promise.all([
    validCodes(mails),
    sponsorSlugs(mails),
    getEdition(getDb()),
  ])
  const ready: RenderedMail[] = []
  for (const mail of mails) {
    const rendered = await renderClaimed(mail, edition)
    const reason = rendered && (faultOf(mail, validCodeSet) ?? staleLink(mail, slugs))
    if (rendered && reason) await recordOutcome(rendered, { outcome: 'unsendable', reason })
    else if (rendered) ready.push(rendered)
    await yieldToEventLoop()
  }
  if (!getConfig().RESEND_API_KEY)
    await Promise.all(
      ready.map((renderedMail) => recordOutcome(renderedMail, { outcome: 'recorded' })),
    )
  else if (mails[0]?.callKey) await sendTogether(mails[0].callKey, ready)
  else await Promise.all(ready.map(sendAlone))
  notifyListsChanged(['mails'])
}

async function renderClaimed(mail: ClaimedMail, edition: EditionRow): Promise<RenderedMail | null> {
  try {
    return { mail, rendered: await renderMail(mail, edition), edition }
  } catch (error) {
    // The provider request of the other mails is sent without this mail, so this mail gets its own
    // request.
    await storeOutcome({ ...outcomeOf(mail, unexpectedFailure(error)), alone: true })
    return null
  }
}

/** An unexpected failure may be temporary, for example until a bug is fixed. */
const unexpectedFailure = (error: unknown): Delivery => ({
  outcome: 'retry',
  reason: `Slanje nije uspjelo (${String(error)}).`,
})

async function sendAlone(renderedMail: RenderedMail): Promise<void> {
  const result = await deliver(outgoingMail(renderedMail)).catch(unexpectedFailure)
  await pauseIfRequested(result)
  await recordOutcome(renderedMail, result)
}

/**
 * Sends the mails of one provider request. If the provider rejects the request as a whole, nothing
 * was sent. Each mail is then sent alone, so that only the invalid one fails.
 */
async function sendTogether(key: string, ready: RenderedMail[]): Promise<void> {
  if (ready.length === 0) return
  const results: Delivery[] = await deliverTogether(key, ready.map(outgoingMail)).catch((error) =>
    ready.map(() => unexpectedFailure(error)),
  )
  if (results[0]) await pauseIfRequested(results[0])
  const isRefused = results.every(({ outcome }) => outcome === 'rejected')
  await Promise.all(
    ready.map((renderedMail, i) => {
      const result = results[i] as Delivery
      if (!isRefused) return recordOutcome(renderedMail, result)
      const { id } = renderedMail.mail
      return storeOutcome({ id, state: 'queued', attempts: 1, lastError: null, alone: true })
    }),
  )
}

const outgoingMail = ({ mail, rendered, edition }: RenderedMail): OutgoingMail => ({
  ...rendered,
  fromName: edition.name,
  replyTo: edition.contactEmail || undefined,
  attachments: attachmentsOf(mail),
  key: mailKey(mail),
  to: mail.toMail,
})

async function pauseIfRequested(result: Delivery): Promise<void> {
  if (result.outcome === 'pause') await pauseSending(result.seconds, result.reason)
}

/** Stores the outcome of an attempt, together with the rendered content of the mail. */
async function recordOutcome({ mail, rendered }: RenderedMail, result: Outcome): Promise<void> {
  const { subject, html, text } = rendered
  const stored: DeliveryOutcome = { ...outcomeOf(mail, result), subject, html, text }
  getMetrics().mails.inc({ outcome: stored.state === 'queued' ? 'postponed' : stored.state })
  await storeOutcome(stored)
}

/** Returns the confirmation codes of these mails that are still valid. */
async function validCodes(mails: ClaimedMail[]): Promise<Set<string>> {
  const codes = mails.flatMap((mail) => mail.confCode ?? [])
  if (codes.length === 0) return new Set()
  return new Set((await listHoldersOfCodes(getDb(), codes)).map((holder) => holder.confCode))
}

/** Returns the reason in Croatian why the mail cannot be sent; null if it can be sent. */
function faultOf(mail: ClaimedMail, valid: Set<string>): string | null {
  if (mail.toMail.trim() === '')
    return 'Nema adrese: gost nema ni vlastitu adresu ni JMBAG iz kojeg bi se izvela.'
  if (!mailAddress.safeParse(mail.toMail).success)
    return `„${mail.toMail}” nije ispravna e-mail adresa.`
  if (mail.confCode !== null && !valid.has(mail.confCode))
    return 'Karta je poništena prije slanja, a njezin kod više ne vrijedi.'
  return null
}

/** Returns the current slugs of the sponsors of these mails, by sponsor id. */
async function sponsorSlugs(mails: ClaimedMail[]): Promise<Map<number, string>> {
  const ids = mails.flatMap((mail) => mail.sponsorId ?? [])
  return ids.length === 0 ? new Map() : listSponsorSlugs(getDb(), ids)
}

const TEMPLATES_WITH_SLUG = ['sponsor-invitation', 'sponsor-reminder']

/**
 * Returns a reason in Croatian if the link in the mail is no longer valid, because the slug was
 * replaced or the sponsor was deleted. Null if the link is valid.
 */
function staleLink({ template, sponsorId, link }: ClaimedMail, slugs: Map<number, string>) {
  if (!TEMPLATES_WITH_SLUG.includes(template)) return null
  const slug = sponsorId === null ? undefined : slugs.get(sponsorId)
  return slug && link?.endsWith(`/${slug}`)
    ? null
    : 'Poveznica iz ovog maila više ne vrijedi: zamijenjena je ili je sponzor obrisan.'
}

/** Result of an attempt, with or without a provider request. */
type Outcome = Delivery | { outcome: 'recorded' } | { outcome: 'unsendable'; reason: string }

/**
 * Converts a result to the changes of the mail row. A temporary failure schedules another attempt.
 * A pause does not count as an attempt.
 */
function outcomeOf(mail: ClaimedMail, result: Outcome): DeliveryOutcome {
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
    case 'rejected':
      return { id, state: 'failed', attempts: attempts + 1, lastError: result.reason }
    case 'pause':
      return { id, state: 'queued', attempts, lastError: result.reason }
    case 'retry':
      return retryOrFail(mail, result.reason, result.retryAfterSeconds)
  }
}

function retryOrFail(
  { id, attempts: previousAttempts }: ClaimedMail,
  reason: string,
  requestedDelayS?: number,
): DeliveryOutcome {
  const attempts = previousAttempts + 1
  if (attempts < MAX_ATTEMPTS) {
    const inSeconds = retryDelay(attempts, requestedDelayS)
    return { id, state: 'queued', attempts, lastError: reason, inSeconds }
  }
  const lastError = `${reason} Odustali smo nakon ${attempts} pokušaja.`
  return { id, state: 'failed', attempts, lastError }
}

let pendingOutcomes: DeliveryOutcome[] = []
let writing: Promise<void> | null = null

/**
 * Stores an outcome. Outcomes that arrive during a write are written together afterwards, so that a
 * bulk send needs few statements and a single mail does not wait.
 */
async function storeOutcome(outcome: DeliveryOutcome): Promise<void> {
  pendingOutcomes.push(outcome)
  await writing?.catch(() => {})
  // The first of the waiting callers writes all pending outcomes.
  if (pendingOutcomes.includes(outcome)) writing = writePending()
  await writing
}

function writePending(): Promise<void> {
  const outcomes = pendingOutcomes
  pendingOutcomes = []
  return recordOutcomes(getDb(), outcomes)
}

/** Fails interrupted mails after 18 hours, because sending them again could deliver them twice. */
export const failInterruptedMails = (db: Db): Promise<number> =>
  failExpiredClaims(
    db,
    'Slanje je prekinuto prije više od 18 sati, pa se ne zna je li mail stigao. Ako nije, pošaljite ga ponovno.',
  )
