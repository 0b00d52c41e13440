'use client'

import { useRouter } from 'next/navigation'
import { Controller } from 'react-hook-form'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { EditedThing, FormEnd } from '@/components/admin/data/edit-form'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ImageField } from '@/components/admin/images/image-field'
import { useFormWithImage, type WithImage } from '@/components/admin/images/use-form-with-image'
import { api } from '@/lib/http/client'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import { newSponsor, type Sponsor, sponsorChange } from '@/lib/sponsors/schema'
import { GuestListLink } from './own-list-link'
import { SponsorFields } from './sponsor-fields'

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

const LIST = '/admin/sponsors-list'

/** Adds a sponsor (null) or changes one (spec sections 2 and 5, Sponsor). */
function SponsorForm({ sponsor }: { sponsor: Sponsor | null }) {
  const router = useRouter()
  const edited = useFormWithImage({
    schemas: { add: newSponsor, change: sponsorChange },
    item: sponsor,
    blank: BLANK,
    valuesOf,
    seenOf,
    calls: {
      add: (sending) => api('POST', '/sponsors', sending),
      read: (id) => api('GET', '/sponsors/[id]', { params: { id } }),
      change: (id, sending) => api('PUT', '/sponsors/[id]', { params: { id }, ...sending }),
    },
    noun: 'sponsors',
    nowReads,
    done: ({ name }) => `${name}: ${sponsor ? 'spremljeno' : 'dodano na kraj popisa'}.`,
    failed: SPONSOR_MESSAGES.saveFailed,
    onSaved: () => router.push(LIST),
  })
  const { form, submit, isPending, isDirty } = edited
  return (
    <form
      aria-label={sponsor ? 'Sponzor' : 'Novi sponzor'}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <LeaveGuard isDirty={isDirty && !isPending} />
      <Controller
        control={form.control}
        name="image"
        render={({ field, fieldState }) => (
          <ImageField
            ref={field.ref}
            label="Logotip"
            kind="logo"
            ratio={2}
            value={field.value}
            onChange={field.onChange}
            stored={edited.now?.image}
            error={fieldState.error?.message}
            progress={edited.progress}
            isReading={edited.isReading}
            setReading={edited.setReading}
          />
        )}
      />
      <div className="space-y-5">
        <SponsorFields form={form} />
        <FormEnd edited={edited} isNew={!sponsor}>
          {sponsor && (
            <DeleteButton
              text="Obriši"
              label={`Obriši sponzora ${sponsor.name}`}
              question={SPONSOR_MESSAGES.confirmDelete}
              remove={() => api('DELETE', '/sponsors/[id]', { params: { id: sponsor.id } })}
              stale={['sponsors']}
              done={`${sponsor.name}: obrisano.`}
              failed={SPONSOR_MESSAGES.deleteFailed}
              onDone={() => router.push(LIST)}
            >
              {sponsor.guests > 0 && (
                <p>S njim se brišu i svi gosti s njegova popisa, njih {sponsor.guests}.</p>
              )}
            </DeleteButton>
          )}
        </FormEnd>
      </div>
    </form>
  )
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
