'use client'

import { EditWithImage } from '@/components/admin/images/form-with-image'
import type { SponsorValues } from '@/components/admin/sponsors/sponsor-values'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { newSponsor, type Sponsor, sponsorChange } from '@/lib/sponsors/schema'
import { SponsorFields } from './sponsor-fields'
import { GuestListLink } from './sponsor-list-link'

/**
 * Screen that edits the sponsor with the slug of the URL; the slug `0` creates one (rules 5.1 and
 * 13.3).
 */
export const SponsorScreen = ({ slug, site }: { slug: string; site: string }) => (
  <EditWithImage
    slug={slug}
    entity="sponsors"
    accusativeName="sponzora"
    formLabels={['Sponzor', 'Novi sponzor']}
    schemas={{ add: newSponsor, change: sponsorChange }}
    blank={BLANK}
    valuesOf={valuesOf}
    seenOf={seenOf}
    conflictMessage={conflictMessage}
    messages={SPONSOR_MESSAGES}
    picture={{ label: 'Logotip', kind: 'logo', ratio: 2 }}
    warning={({ guests }) =>
      guests > 0 && <p>S njim se brišu i svi gosti s njegova popisa, njih {guests}.</p>
    }
    fields={(form) => <SponsorFields form={form} />}
    renderFrame={(form, sponsor) => (
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

/**
 * Form values of a sponsor. The state of the list is the stored setting, not the state after the
 * deadline.
 */
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

const LIST_SETTING_LABELS = { '0': 'zatvoren', '1': 'otvoren do roka', '2': 'otvoren i nakon roka' }

/**
 * Describes the current value of a field after a conflict, for fields whose raw value means nothing
 * to users.
 */
const conflictMessage = (field: string, { visible, guestsSetting }: Sponsor) =>
  ({
    image: 'Netko je u međuvremenu zamijenio logotip.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
    guestsEnabled: `Sada je: ${LIST_SETTING_LABELS[guestsSetting]}.`,
  })[field]
