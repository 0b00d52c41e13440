import type { WithImage } from '@/components/admin/images/use-form-with-image'
import type { Sponsor } from '@/lib/sponsors/schema'

export interface SponsorValues extends WithImage {
  name: string
  url: string
  email: string
  guestCap: string
  visible: boolean
  guestsEnabled: Sponsor['guestsSetting']
}

export const BLANK: SponsorValues = {
  name: '',
  url: '',
  email: '',
  guestCap: '',
  visible: true,
  guestsEnabled: '1',
  image: undefined,
}

/** Of the list what is set, not what the deadline has made of it. */
export const valuesOf = (sponsor: Sponsor): SponsorValues => ({
  name: sponsor.name,
  url: sponsor.url,
  email: sponsor.email,
  guestCap: String(sponsor.guestCap),
  visible: sponsor.visible === '1',
  guestsEnabled: sponsor.guestsSetting,
  image: undefined,
})

export const seenOf = (sponsor: Sponsor) => ({ ...sponsor, guestsEnabled: sponsor.guestsSetting })

const SETTINGS = { '0': 'zatvoren', '1': 'otvoren do roka', '2': 'otvoren i nakon roka' }

/** Of a conflict: what stands there now, where the value itself would say nothing. */
export const nowReads = (field: string, { visible, guestsSetting }: Sponsor) =>
  ({
    image: 'Netko je u međuvremenu zamijenio logotip.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
    guestsEnabled: `Sada je: ${SETTINGS[guestsSetting]}.`,
  })[field]
