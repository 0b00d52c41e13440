import type { InvitableSponsor, SponsorMailState } from '@/db/queries/sponsors-invitations'

/** State of a list: '0' closed, '1' open until the deadline, '2' open after it too (rule 5.6). */
export const LIST_SETTINGS = ['0', '1', '2'] as const

/**
 * Converts the stored state of a list to the API value. A constraint of the database
 * (`sponsors_guests_enabled_range`) allows only 0 to 2.
 */
export const settingOf = (guestsEnabled: number) =>
  String(guestsEnabled) as (typeof LIST_SETTINGS)[number]

/**
 * Returns the current state of a list: '0' also for a list that the deadline has closed (rule 5.6).
 */
export const effectiveSetting = (row: { isListClosed: boolean; guestsEnabled: number }) =>
  row.isListClosed ? '0' : settingOf(row.guestsEnabled)

/**
 * States of a guest's pass: not requested, queued, sent, not delivered, or only recorded, because
 * there is no mail provider (rule 7.10).
 */
export const PASS_STATES = ['none', 'queued', 'sent', 'failed', 'recorded'] as const
export type PassState = (typeof PASS_STATES)[number]

/**
 * State of a guest's pass for each state of the mail with the pass. A mail state that is missing
 * here means that the mail was sent.
 */
const PASS_STATE_BY_MAIL_STATE: Record<string, PassState> = {
  queued: 'queued',
  sending: 'queued',
  failed: 'failed',
  bounced: 'failed',
  complained: 'failed',
  recorded: 'recorded',
}

/** Returns the pass state for the state of the newest mail that counts; null means no mail. */
export const passStateOf = (state: string | null): PassState =>
  state === null ? 'none' : (PASS_STATE_BY_MAIL_STATE[state] ?? 'sent')

/** Number of times that the carousel repeats the row of logos (rule 12.18). */
export const CAROUSEL_COPIES = 10

/** Duration of one run of the carousel in seconds (rule 12.18). */
export const carouselSeconds = (sponsors: number) => Math.max(100, 10 * sponsors)

/**
 * Maximum number of passes that one list may send in a day: two per place, for corrections, and 20
 * more (rule 14.6).
 */
export const passesPerDay = (guestCap: number) => 2 * guestCap + 20

interface Counts {
  guestCap: number
  listed: number
  entered: number
}

/** Returns the totals of the given counts. */
export const countTotals = (rows: Counts[]): Counts => ({
  guestCap: rows.reduce((sum, row) => sum + row.guestCap, 0),
  listed: rows.reduce((sum, row) => sum + row.listed, 0),
  entered: rows.reduce((sum, row) => sum + row.entered, 0),
})

const PENDING_STATES = ['queued', 'sending']
const UNREACHED = ['failed', 'bounced', 'complained']

/** Returns the e-mail addresses of a sponsor in lower case, each only once (rule 5.2). */
const addressesOf = ({ email }: Pick<InvitableSponsor, 'email'>) => [
  ...new Set(
    email
      .toLowerCase()
      .split(/[,;\s]+/)
      .filter(Boolean),
  ),
]

interface PlannedMail {
  sponsor: InvitableSponsor
  toMail: string
  /** Whether the address has received an invitation before. */
  isAgain: boolean
}

/** Returns the URL of a sponsor's own guest list. */
export const listLink = (site: string, slug: string) => `${site}/sponzori/${slug}`

const hasSlug = (slug: string, link: string | null) => link?.endsWith(`/${slug}`) ?? false

/**
 * Plans the invitations, one per e-mail address. With `unreached`, an address gets one only if its
 * newest invitation failed, if the sponsor has never opened its list, or if the address has no
 * invitation with the current link. An address whose invitation with that link is queued is always
 * skipped.
 */
export function planInvitations(sponsors: InvitableSponsor[], to: 'all' | 'unreached') {
  const mails: PlannedMail[] = []
  let skipped = 0
  for (const sponsor of sponsors)
    for (const toMail of addressesOf(sponsor)) {
      const last = sponsor.invitations.find((mail) => mail.toMail === toMail)
      const isCurrent = last !== undefined && hasSlug(sponsor.slug, last.link)
      if (
        isCurrent &&
        (PENDING_STATES.includes(last.state) || (to !== 'all' && isReached(sponsor, last)))
      )
        skipped++
      else mails.push({ sponsor, toMail, isAgain: last !== undefined })
    }
  return { mails, skipped }
}

const isReached = (sponsor: InvitableSponsor, last: SponsorMailState) =>
  sponsor.isOpened && !UNREACHED.includes(last.state)

/**
 * Plans the reminders, to sponsors whose list is open until the deadline and has places left. They
 * must have an invitation and no reminder in the last 24 hours. E-mail addresses whose newest
 * invitation did not arrive are left out.
 */
export function planReminders(sponsors: InvitableSponsor[]) {
  const unfilled = sponsors.filter(
    (sponsor) => sponsor.isBound && !sponsor.isClosed && sponsor.listed < sponsor.guestCap,
  )
  const due = unfilled.filter(
    (sponsor) => !sponsor.isReminded && (sponsor.isOpened || sponsor.invitations.length > 0),
  )
  const mails = due.flatMap((sponsor) =>
    addressesOf(sponsor)
      .filter((toMail) => {
        const last = sponsor.invitations.find((mail) => mail.toMail === toMail)
        return !last || !UNREACHED.includes(last.state)
      })
      .map((toMail) => ({ sponsor, toMail })),
  )
  return { mails, skipped: unfilled.length - due.length }
}

/** Maximum length of an e-mail address, in characters. */
export const MAX_EMAIL_LENGTH = 254

/** E-mail address that mail providers accept: only Latin letters without diacritics. */
export const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Returns a number of guests in Croatian: `1 gost`, `3 gosta`, `12 gostiju`. */
export function countGuests(n: number): string {
  const [ten, hundred] = [n % 10, n % 100]
  if (ten === 1 && hundred !== 11) return `${n} gost`
  if (ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14)) return `${n} gosta`
  return `${n} gostiju`
}
