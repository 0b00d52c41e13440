'use client'

import { useRouter } from 'next/navigation'
import { Controller } from 'react-hook-form'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { EditedThing, FormEnd } from '@/components/admin/data/edit-form'
import { FormField } from '@/components/admin/data/form-field'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ImageField } from '@/components/admin/images/image-field'
import { useFormWithImage, type WithImage } from '@/components/admin/images/use-form-with-image'
import { TextArea } from '@/components/ui/field'
import { SwitchField } from '@/components/ui/switch'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES, type LineupItem, lineupChange, newLineupItem } from '@/lib/lineup/schema'

/** One performer by the slug of the address; 0 adds one. */
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
        <>
          <ScreenHead title={performer ? 'Uredi izvođača' : 'Dodaj izvođača'} />
          <PerformerForm performer={performer} />
        </>
      )}
    </EditedThing>
  )
}

interface Values extends WithImage {
  name: string
  biography: string
  visible: boolean
}

const BLANK: Values = { name: '', biography: '', visible: true, image: undefined }

const valuesOf = (performer: LineupItem): Values => ({
  name: performer.name,
  biography: performer.biography,
  visible: performer.visible === '1',
  image: undefined,
})

const nowReads = (field: string, { visible }: LineupItem) =>
  ({
    image: 'Netko je u međuvremenu zamijenio fotografiju.',
    visible: visible === '1' ? 'Sada je prikazan.' : 'Sada nije prikazan.',
  })[field]

const LIST = '/admin/lineup-list'

/** Adds a performer (null) or changes one (spec sections 2 and 5, Lineup). */
function PerformerForm({ performer }: { performer: LineupItem | null }) {
  const router = useRouter()
  const edited = useFormWithImage({
    schemas: { add: newLineupItem, change: lineupChange },
    item: performer,
    blank: BLANK,
    valuesOf,
    calls: {
      add: (sending) => api('POST', '/lineup', sending),
      change: (id, sending) => api('PUT', '/lineup/[id]', { params: { id }, ...sending }),
      read: (id) => api('GET', '/lineup/[id]', { params: { id } }),
    },
    noun: 'lineup',
    nowReads,
    done: ({ name }) => `${name}: ${performer ? 'spremljeno' : 'dodano na kraj popisa'}.`,
    failed: LINEUP_MESSAGES.saveFailed,
    onSaved: () => router.push(LIST),
  })
  const { form, submit, isPending, isDirty } = edited
  const { control, formState } = form
  const { errors } = formState
  return (
    <form
      aria-label={performer ? 'Izvođač' : 'Novi izvođač'}
      onSubmit={submit}
      noValidate
      className="grid max-w-4xl items-start gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <LeaveGuard isDirty={isDirty && !isPending} />
      <Controller
        control={control}
        name="image"
        render={({ field, fieldState }) => (
          <ImageField
            ref={field.ref}
            label="Fotografija"
            kind="photo"
            ratio={1}
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
        <FormField form={form} name="name" label="Ime" maxLength={150} />
        <Controller
          control={control}
          name="visible"
          render={({ field }) => (
            <SwitchField
              ref={field.ref}
              label="Prikazan"
              hint="Posjetitelji vide samo prikazane izvođače."
              error={errors.visible?.message}
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <TextArea
          label="Biografija"
          hint="Nije obavezna. Prazan redak počinje novi odlomak."
          rows={10}
          error={errors.biography?.message}
          {...form.register('biography')}
        />
        <FormEnd edited={edited} isNew={!performer}>
          {performer && (
            <DeleteButton
              text="Obriši"
              label={`Obriši izvođača ${performer.name}`}
              question={LINEUP_MESSAGES.confirmDelete}
              remove={() => api('DELETE', '/lineup/[id]', { params: { id: performer.id } })}
              stale={['lineup']}
              done={`${performer.name}: obrisano.`}
              failed={LINEUP_MESSAGES.deleteFailed}
              onDone={() => router.push(LIST)}
            />
          )}
        </FormEnd>
      </div>
    </form>
  )
}
