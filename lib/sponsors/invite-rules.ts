import type { InvitableSponsor, SponsorMailState } from '@/db/queries/sponsor-invitations'

const ON_ITS_WAY = ['queued', 'sending']
const UNREACHED = ['failed', 'bounced', 'complained']

/** The addresses of a sponsor, each once (spec section 3: several, separated by commas). */
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
