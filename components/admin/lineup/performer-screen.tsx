'use client'

import type { ComponentProps } from 'react'
import { EditedThing } from '@/components/admin/data/edit-form'
import { FormField, FormSwitch } from '@/components/admin/data/form-field'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { FormWithImage, type WithImage } from '@/components/admin/images/form-with-image'
import { SetsOf } from '@/components/admin/programme/sets-of'
import { TextArea } from '@/components/ui/field'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES, type LineupItem, lineupChange, newLineupItem } from '@/lib/lineup/schema'

/** One performer by the slug of the address; 0 adds one (spec sections 2 and 5, Lineup). */
export function PerformerScreen({ slug }: { slug: string }) {
  return (
    <EditedThing
      slug={slug}
      noun="lineup"
      find={(query, signal) => api('GET', '/lineup', { query, signal })}
      page="/admin/lineup-add"
      failed={LINEUP_MESSAGES.loadFailed}
    >
      {(performer) => (
        <div className="max-w-4xl">
          <ScreenHead title={performer ? 'Uredi izvođača' : 'Dodaj izvođača'} />
          <FormWithImage
            noun="lineup"
            list="/admin/lineup-list"
            label={performer ? 'Izvođač' : 'Novi izvođač'}
            toDelete="Obriši izvođača"
            schemas={{ add: newLineupItem, change: lineupChange }}
            item={performer}
            blank={BLANK}
            valuesOf={valuesOf}
            calls={CALLS}
            words={LINEUP_MESSAGES}
            nowReads={nowReads}
            warning={performer && <SetsOf performer={performer.id} />}
            picture={{ label: 'Fotografija', kind: 'photo', ratio: 1 }}
            fields={(form) => (
              <>
                <FormField form={form} name="name" label="Ime" maxLength={150} />
                <FormSwitch
                  form={form}
                  name="visible"
                  label="Prikazan"
                  hint="Posjetitelji vide samo prikazane izvođače."
                />
                <TextArea
                  label="Biografija"
                  hint="Nije obavezna. Prazan redak počinje novi odlomak."
                  rows={10}
                  error={form.formState.errors.biography?.message}
                  {...form.register('biography')}
                />
                <FormField
                  form={form}
                  name="listenUrl"
                  kind="url"
                  label="Poveznica za slušanje"
                  hint="Nije obavezna. Posjetitelje vodi na izvođačevu glazbu: https://…"
                  maxLength={500}
                />
              </>
            )}
          />
        </div>
      )}
    </EditedThing>
  )
}

const CALLS: ComponentProps<typeof FormWithImage<Values, LineupItem>>['calls'] = {
  add: (sending) => api('POST', '/lineup', sending),
  change: (id, sending) => api('PUT', '/lineup/[id]', { params: { id }, ...sending }),
  read: (id) => api('GET', '/lineup/[id]', { params: { id } }),
  remove: (id) => api('DELETE', '/lineup/[id]', { params: { id } }),
}

interface Values extends WithImage {
  name: string
  biography: string
  listenUrl: string
  visible: boolean
}

const BLANK: Values = {
  name: '',
  biography: '',
  listenUrl: '',
  visible: true,
  image: undefined,
}

const valuesOf = (performer: LineupItem): Values => ({
  name: performer.name,
  biography: performer.biography,
  listenUrl: performer.listenUrl,
  visible: performer.visible === '1',
  image: undefined,
})

const nowReads = (field: string, { visible }: LineupItem) =>
  ({
    image: 'Netko je u međuvremenu zamijenio fotografiju.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
  })[field]
