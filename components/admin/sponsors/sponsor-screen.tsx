'use client'

import { EditedThing } from '@/components/admin/data/edit-form'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { api } from '@/lib/http/client'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { GuestListLink } from './guest-list-link'
import { SponsorForm } from './sponsor-form'

/** One sponsor by the slug of the address; 0 adds one. */
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
          <SponsorForm sponsor={sponsor} />
          {sponsor && <GuestListLink sponsor={sponsor} site={site} />}
        </>
      )}
    </EditedThing>
  )
}
