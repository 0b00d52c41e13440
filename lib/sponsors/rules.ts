import type { InvitableSponsor, SponsorMailState } from '@/db/queries/sponsors-invitations'
import type { Sponsor } from './schema'

/** The database holds 0 to 2 (sponsors_guests_enabled_range). */
export const settingOf = (guestsEnabled: number) =>
  String(guestsEnabled) as Sponsor['guestsEnabled']

/** As it holds now: the API shows '0' for a list that the deadline has closed (rule 5.6). */
export const effectiveSetting = (row: { isListClosed: boolean; guestsEnabled: number }) =>
  row.isListClosed ? '0' : settingOf(row.guestsEnabled)

/** How far a guest's pass has come: not asked for, on its way, sent, or it reached nobody. */
export const PASS_STATES = ['none', 'queued', 'sent', 'failed'] as const
export type PassState = (typeof PASS_STATES)[number]

/** How a mail stands, for whoever waits for its effect; what is not here has been sent. */
const MAIL_STANDS: Record<string, PassState> = {
  queued: 'queued',
  sending: 'queued',
  failed: 'failed',
  bounced: 'failed',
  complained: 'failed',
}

/** What becomes of the newest mail of a kind; null where there is none. */
export const passStateOf = (state: string | null): PassState =>
  state === null ? 'none' : (MAIL_STANDS[state] ?? 'sent')

/** The carousel's track holds every logo this many times (rule 12.18). */
export const CAROUSEL_COPIES = 10

/** How long the track takes for its way, in seconds (rule 12.18). */
export const carouselSeconds = (sponsors: number) => Math.max(100, 10 * sponsors)

/** Passes that one list may send within a day: each guest's, and as many corrections again. */
export const passesPerDay = (guestCap: number) => 2 * guestCap + 20

interface Counts {
  guestCap: number
  listed: number
  entered: number
}

/** What all companies come to together. */
export const countTotals = (rows: Counts[]): Counts => ({
  guestCap: rows.reduce((sum, row) => sum + row.guestCap, 0),
  listed: rows.reduce((sum, row) => sum + row.listed, 0),
  entered: rows.reduce((sum, row) => sum + row.entered, 0),
})

const ON_ITS_WAY = ['queued', 'sending']
const UNREACHED = ['failed', 'bounced', 'complained']

/** The addresses of a sponsor, each once (rule 5.2). */
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
  /** The address has had an invitation before. */
  isAgain: boolean
}

/** Where the sponsor's own list is. */
export const listLink = (site: string, slug: string) => `${site}/sponzori/${slug}`

const standsAt = (slug: string, link: string | null) => link?.endsWith(`/${slug}`) ?? false

/**
 * Who is invited, address by address. `unreached` are addresses whose newest invitation
 * failed, all those of a sponsor that has never opened its list, and those that have no
 * invitation to the link of today. One on its way is never doubled.
 */
export function planInvitations(sponsors: InvitableSponsor[], to: 'all' | 'unreached') {
  const mails: PlannedMail[] = []
  let skipped = 0
  for (const sponsor of sponsors)
    for (const toMail of addressesOf(sponsor)) {
      const last = sponsor.invitations.find((mail) => mail.toMail === toMail)
      const isCurrent = last !== undefined && standsAt(sponsor.slug, last.link)
      if (
        isCurrent &&
        (ON_ITS_WAY.includes(last.state) || (to !== 'all' && isReached(sponsor, last)))
      )
        skipped++
      else mails.push({ sponsor, toMail, isAgain: last !== undefined })
    }
  return { mails, skipped }
}

const isReached = (sponsor: InvitableSponsor, last: SponsorMailState) =>
  sponsor.isOpened && !UNREACHED.includes(last.state)

/**
 * Who is reminded: sponsors whose list is open until the deadline and has room left, that
 * were invited and had no reminder within a day. Addresses that reached nobody are left out.
 */
export function planReminders(sponsors: InvitableSponsor[]) {
  const unfilled = sponsors.filter(
    (one) => one.isBound && !one.isClosed && one.listed < one.guestCap,
  )
  const due = unfilled.filter(
    (one) => !one.isReminded && (one.isOpened || one.invitations.length > 0),
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

/** Characters of a name, and of an address, at most. */
export const LONGEST_NAME = 150
export const LONGEST_ADDRESS = 254

/** An address that can be written to: Latin letters without marks, as mail services want it. */
export const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** `1 gost`, `3 gosta`, `12 gostiju`: how Croatian counts them. */
export function countGuests(n: number): string {
  const [ten, hundred] = [n % 10, n % 100]
  if (ten === 1 && hundred !== 11) return `${n} gost`
  if (ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14)) return `${n} gosta`
  return `${n} gostiju`
}
