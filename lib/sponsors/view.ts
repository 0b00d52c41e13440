import type { PublicSponsorRow } from '@/db/queries/public-sponsors'
import type { SponsorGuestRow } from '@/db/queries/sponsor-guests'
import type { SponsorRow } from '@/db/queries/sponsors'
import { imageAddress } from '@/lib/images/address'
import type { SponsorGuest } from './list-schema'
import type { PublicSponsor, Sponsor } from './schema'

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

export const viewSponsorGuest = (row: SponsorGuestRow): SponsorGuest => ({
  ...row,
  entered: row.entered ? '1' : '0',
})
