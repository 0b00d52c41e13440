'use client'

import type { ComponentProps } from 'react'
import { EditedThing } from '@/components/admin/data/edit-form'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { FormWithImage, type WithImage } from '@/components/admin/images/form-with-image'
import { api } from '@/lib/http/client'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { newSponsor, type Sponsor, sponsorChange } from '@/lib/sponsors/schema'
import { GuestListLink } from './own-list-link'
import { SponsorFields } from './sponsor-fields'

/** One sponsor by the slug of the address; 0 adds one (spec sections 2 and 5, Sponsor). */
export function SponsorScreen({ slug, site }: { slug: string; site: string }) {
  return (
    <EditedThing
      slug={slug}
      noun="sponsors"
      find={(query, signal) => api('GET', '/sponsors', { query, signal })}
      page="/admin/sponsors-add"
      failed={SPONSOR_MESSAGES.loadFailed}
    >
      {(sponsor) => (
        <>
          <ScreenHead title={sponsor ? 'Uredi sponzora' : 'Dodaj sponzora'} />
          <FormWithImage
            noun="sponsors"
            list="/admin/sponsors-list"
            label={sponsor ? 'Sponzor' : 'Novi sponzor'}
            toDelete="Obriši sponzora"
            schemas={{ add: newSponsor, change: sponsorChange }}
            item={sponsor}
            blank={BLANK}
            valuesOf={valuesOf}
            seenOf={seenOf}
            calls={CALLS}
            words={SPONSOR_MESSAGES}
            nowReads={nowReads}
            picture={{ label: 'Logotip', kind: 'logo', ratio: 2 }}
            fields={(form) => <SponsorFields form={form} />}
            warning={
              sponsor &&
              sponsor.guests > 0 && (
                <p>S njim se brišu i svi gosti s njegova popisa, njih {sponsor.guests}.</p>
              )
            }
          />
          {sponsor && <GuestListLink sponsor={sponsor} site={site} />}
        </>
      )}
    </EditedThing>
  )
}

const CALLS: ComponentProps<typeof FormWithImage<SponsorValues, Sponsor>>['calls'] = {
  add: (sending) => api('POST', '/sponsors', sending),
  change: (id, sending) => api('PUT', '/sponsors/[id]', { params: { id }, ...sending }),
  read: (id) => api('GET', '/sponsors/[id]', { params: { id } }),
  remove: (id) => api('DELETE', '/sponsors/[id]', { params: { id } }),
}

export interface SponsorValues extends WithImage {
  name: string
  url: string
  email: string
  guestCap: string
  visible: boolean
  guestsEnabled: Sponsor['guestsSetting']
}

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
