'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { EditDialog, formItemQuery } from '@/components/admin/data/edit-form'
import { FormField, FormSwitch } from '@/components/admin/data/form-field'
import { FormTime } from '@/components/admin/data/form-time'
import { QueryState } from '@/components/admin/data/list-state'
import { useEditForm } from '@/components/admin/data/use-edit'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { type Night, nightForm } from '@/lib/night/schema'
import { formatDateTime } from '@/lib/time/zagreb'

const TITLE = 'Postavke noći'

/**
 * Button that opens the settings of the night: capacity, opening time, closing time, and whether
 * the crowd level is public.
 */
export function NightSettings() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Settings2 aria-hidden="true" className="size-5" />
        {TITLE}
      </Button>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...formItemQuery('night'), queryFn: () => api('GET', '/night') })
  if (query.data) return <EditNight night={query.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={TITLE}>
      <QueryState query={query} failed="Postavke noći se ne mogu dohvatiti." />
    </Dialog>
  )
}

/** Values of the form as typed: digits, and dates with times in Zagreb time. */
interface NightValues {
  capacity: string
  opensAt: string
  closesAt: string
  fullness: boolean
}

const typedAt = (at: string | null) => (at === null ? '' : formatDateTime(at))

const valuesOf = ({ capacity, opensAt, closesAt, fullness }: Night): NightValues => ({
  capacity: capacity === null ? '' : String(capacity),
  opensAt: typedAt(opensAt),
  closesAt: typedAt(closesAt),
  fullness,
})

function conflictMessage(field: keyof NightValues, night: Night) {
  if (field === 'fullness') return night.fullness ? 'Sada je uključeno.' : 'Sada je isključeno.'
  const now = valuesOf(night)[field]
  return now === '' ? 'Sada je prazno.' : `Sada je: ${now}`
}

function EditNight({ night, onClose }: { night: Night; onClose: () => void }) {
  const edited = useEditForm({
    resolver: zodResolver(nightForm),
    item: night,
    valuesOf,
    conflictMessage,
    change: (body) => api('PUT', '/night', { body }),
    read: () => api('GET', '/night'),
    invalidates: ['night'],
    successMessage: ({ capacity }) =>
      capacity === null
        ? 'Spremljeno. Broj ljudi unutra nije ograničen.'
        : `Spremljeno. Unutra smije biti ${formatNumber(capacity)}.`,
    errorMessage: null,
    onSaved: onClose,
  })
  const { form } = edited
  return (
    <EditDialog title={TITLE} edited={edited} onClose={onClose}>
      <FormField
        form={form}
        name="capacity"
        kind="count"
        label="Najviše ljudi unutra"
        hint="Kad ih je toliko unutra, ulaz kaže „Puno”. Prazno: bez ograničenja."
        className="tabular-nums"
      />
      <FormTime form={form} name="opensAt" label="Otvaranje vrata" />
      <FormTime form={form} name="closesAt" label="Kraj noći" hint="Po zagrebačkom vremenu." />
      <FormSwitch
        form={form}
        name="fullness"
        label="Popunjenost na naslovnici"
        hint={[
          'Posjetitelji ne vide koliko je puno.',
          'Te noći posjetitelji vide ima li mjesta i gdje se čeka, bez brojki.',
        ]}
      />
    </EditDialog>
  )
}
