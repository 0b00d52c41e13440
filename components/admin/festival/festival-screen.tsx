'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { FormActions, formItemQuery } from '@/components/admin/data/edit-form'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { QueryState } from '@/components/admin/data/list-state'
import { OpenSite, ScreenHead } from '@/components/admin/data/screen-head'
import { useEditForm } from '@/components/admin/data/use-edit'
import type { FestivalSent, FestivalValues } from '@/components/admin/festival/festival-values'
import { api } from '@/lib/api-client/client'
import { type EditionSettings, festivalForm } from '@/lib/festival/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { FestivalFields } from './festival-fields'
import { FestivalPreview } from './festival-preview'

const TITLE = 'Festival'

/** Screen with all settings of the current edition, next to a preview of the public site. */
export function FestivalScreen() {
  const query = useQuery({ ...formItemQuery('festival'), queryFn: () => api('GET', '/festival') })
  return (
    <>
      <ScreenHead title={TITLE}>
        <OpenSite />
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        Iz ovoga nastaju stranica, mailovi i karte. Što ostane prazno, posjetitelji ne vide.
      </p>
      {query.data ? (
        <EditFestival edition={query.data} />
      ) : (
        <QueryState query={query} failed="Podaci o festivalu se ne mogu dohvatiti." />
      )}
    </>
  )
}

const typedAt = (at: string | null) => (at === null ? '' : formatDateTime(at))
const typedPrice = (euros: number | null) =>
  euros === null ? '' : euros.toFixed(2).replace('.', ',').replace(',00', '')
const typedDegrees = (degrees: number) => String(degrees).replace('.', ',')

const valuesOf = ({ deskAdds: _, ...edition }: EditionSettings): FestivalValues => ({
  ...edition,
  year: String(edition.year),
  number: String(edition.number),
  opensAt: typedAt(edition.opensAt),
  closesAt: typedAt(edition.closesAt),
  lat: typedDegrees(edition.lat),
  lng: typedDegrees(edition.lng),
  ticketPriceEUR: typedPrice(edition.ticketPriceEUR),
  retentionDays: String(edition.retentionDays),
})

function conflictMessage(field: keyof FestivalValues, edition: EditionSettings) {
  const now = valuesOf(edition)[field]
  return now === '' ? 'Sada je prazno.' : `Sada je: ${now}`
}

function EditFestival({ edition }: { edition: EditionSettings }) {
  const edited = useEditForm<FestivalValues, FestivalSent, EditionSettings>({
    // The cast is needed because the schema also accepts numbers, but form values are always texts.
    resolver: zodResolver(festivalForm as z.ZodType<FestivalSent, FestivalValues>),
    item: edition,
    valuesOf,
    conflictMessage,
    change: (body) => api('PUT', '/festival', { body }),
    read: () => api('GET', '/festival'),
    invalidates: ['festival', 'night', 'tags', 'activities'],
    successMessage: 'Spremljeno. Posjetitelji to vide odmah.',
    errorMessage: null,
  })
  return (
    <form
      aria-label={TITLE}
      onSubmit={edited.submit}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]"
    >
      <LeaveGuard isDirty={edited.isDirty} isPending={edited.isPending} />
      <FestivalFields form={edited.form} />
      <FestivalPreview values={edited.form.watch()} />
      <div className="border-t border-edge bg-ground py-3 lg:sticky lg:bottom-0 lg:col-start-1">
        <FormActions edited={edited} />
      </div>
    </form>
  )
}
