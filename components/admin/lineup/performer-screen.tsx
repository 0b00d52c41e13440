'use client'

import { FormField, FormSwitch } from '@/components/admin/data/form-field'
import { EditWithImage, type WithImage } from '@/components/admin/images/form-with-image'
import { AffectedSets } from '@/components/admin/programme/affected-sets'
import { TextArea } from '@/components/ui/field'
import { LINEUP_MESSAGES, type LineupItem, lineupChange, newLineupItem } from '@/lib/lineup/schema'

/**
 * Screen that edits the performer with the slug of the URL; the slug `0` creates one (rules 13.3
 * and 13.7).
 */
export const PerformerScreen = ({ slug }: { slug: string }) => (
  <EditWithImage
    slug={slug}
    entity="lineup"
    accusativeName="izvođača"
    formLabels={['Izvođač', 'Novi izvođač']}
    schemas={{ add: newLineupItem, change: lineupChange }}
    blank={BLANK}
    valuesOf={valuesOf}
    conflictMessage={conflictMessage}
    messages={LINEUP_MESSAGES}
    picture={{ label: 'Fotografija', kind: 'photo', ratio: 1 }}
    warning={({ id }) => <AffectedSets performer={id} />}
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
    renderFrame={(form) => <div className="max-w-4xl">{form}</div>}
  />
)

interface Values extends WithImage {
  name: string
  biography: string
  listenUrl: string
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

const conflictMessage = (field: string, { visible }: LineupItem) =>
  ({
    image: 'Netko je u međuvremenu zamijenio fotografiju.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
  })[field]
