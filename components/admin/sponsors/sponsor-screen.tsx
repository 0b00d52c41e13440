'use client'

import { EditWithImage } from '@/components/admin/images/form-with-image'
import type { SponsorValues } from '@/components/admin/sponsors/sponsor-values'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { newSponsor, type Sponsor, sponsorChange } from '@/lib/sponsors/schema'
import { GuestListLink } from './own-list-link'
import { SponsorFields } from './sponsor-fields'

/** One sponsor by the slug of the address; 0 adds one (rules 5.1 and 13.3). */
export const SponsorScreen = ({ slug, site }: { slug: string; site: string }) => (
  <EditWithImage
    slug={slug}
    noun="sponsors"
    whom="sponzora"
    called={['Sponzor', 'Novi sponzor']}
    schemas={{ add: newSponsor, change: sponsorChange }}
    blank={BLANK}
    valuesOf={valuesOf}
    seenOf={seenOf}
    nowReads={nowReads}
    words={SPONSOR_MESSAGES}
    picture={{ label: 'Logotip', kind: 'logo', ratio: 2 }}
    warning={({ guests }) =>
      guests > 0 && <p>S njim se brišu i svi gosti s njegova popisa, njih {guests}.</p>
    }
    fields={(form) => <SponsorFields form={form} />}
    frame={(form, sponsor) => (
      <>
        {form}
        {sponsor && <GuestListLink sponsor={sponsor} site={site} />}
      </>
    )}
  />
)

const BLANK: SponsorValues = {
  name: '',
  url: '',
  email: '',
  guestCap: '',
  visible: true,
  guestsEnabled: '1',
  image: undefined,
}

/** Of the list what is set, not what the deadline has made of it. */
const valuesOf = (sponsor: Sponsor): SponsorValues => ({
  name: sponsor.name,
  url: sponsor.url,
  email: sponsor.email,
  guestCap: String(sponsor.guestCap),
  visible: sponsor.visible === '1',
  guestsEnabled: sponsor.guestsSetting,
  image: undefined,
})

const seenOf = (sponsor: Sponsor) => ({ ...sponsor, guestsEnabled: sponsor.guestsSetting })

const SETTINGS = { '0': 'zatvoren', '1': 'otvoren do roka', '2': 'otvoren i nakon roka' }

/** Of a conflict: what stands there now, where the value itself would say nothing. */
const nowReads = (field: string, { visible, guestsSetting }: Sponsor) =>
  ({
    image: 'Netko je u međuvremenu zamijenio logotip.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
    guestsEnabled: `Sada je: ${SETTINGS[guestsSetting]}.`,
  })[field]
