import type { PublicSponsorRow } from '@/db/queries/public-sponsors'
import type { SponsorCountRow } from '@/db/queries/sponsor-counts'
import type { SponsorGuestRow } from '@/db/queries/sponsor-guests'
import type { SponsorRow } from '@/db/queries/sponsors'
import { imageAddress } from '@/lib/images/schema'
import type { ListedGuest, PassState, SponsorGuest } from './list-schema'
import type { PublicSponsor, Sponsor, SponsorCounts } from './schema'

export const viewPublicSponsor = ({ imageHash, ...row }: PublicSponsorRow): PublicSponsor => ({
  ...row,
  image: imageAddress(imageHash),
})

/** The database holds 0 to 2 (sponsors_guests_enabled_range). */
const setting = (guestsEnabled: number) => String(guestsEnabled) as Sponsor['guestsEnabled']

/** As it holds now: the API shows '0' for a list that the deadline has closed (decisions.md). */
export const effectiveSetting = (row: Pick<SponsorRow, 'isListClosed' | 'guestsEnabled'>) =>
  row.isListClosed ? '0' : setting(row.guestsEnabled)

export const viewSponsor = ({
  imageHash,
  isListClosed,
  guestsEnabled,
  ...row
}: SponsorRow): Sponsor => ({
  ...row,
  image: imageAddress(imageHash),
  visible: row.visible ? '1' : '0',
  guestsEnabled: effectiveSetting({ isListClosed, guestsEnabled }),
  guestsSetting: setting(guestsEnabled),
})

/** How a mail stands, for whoever waits for its effect; what is not here has been sent. */
const MAIL_STANDS: Record<string, PassState> = {
  queued: 'queued',
  sending: 'queued',
  failed: 'failed',
  bounced: 'failed',
  complained: 'failed',
}

export const viewSponsorGuest = (row: SponsorGuestRow): SponsorGuest => ({
  id: row.id,
  name: row.name,
  entered: row.enteredAt ? '1' : '0',
  email: row.email,
  pass: row.mail === null ? 'none' : (MAIL_STANDS[row.mail] ?? 'sent'),
})

export const viewListedGuest = (row: SponsorGuestRow): ListedGuest => ({
  ...viewSponsorGuest(row),
  addedTime: row.addedAt.toISOString(),
  enteredTime: row.enteredAt?.toISOString() ?? null,
  passError: row.mailError,
})

export const viewSponsorCounts = ({
  invitation,
  openedAt,
  ...row
}: SponsorCountRow): SponsorCounts => ({
  ...row,
  invitation: openedAt
    ? 'opened'
    : invitation === null
      ? 'none'
      : (MAIL_STANDS[invitation] ?? 'sent'),
  openedTime: openedAt?.toISOString() ?? null,
})
