'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { Mail, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { History } from '@/components/admin/activities/history'
import { AddForm, useAddForm } from '@/components/admin/data/add-form'
import { actionsColumn } from '@/components/admin/data/delete-button'
import { EditDialog } from '@/components/admin/data/edit-form'
import { ExportButton } from '@/components/admin/data/export-button'
import { FormField } from '@/components/admin/data/form-field'
import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useEditForm } from '@/components/admin/data/use-edit'
import { buttonClasses } from '@/components/ui/button'
import type { Column } from '@/components/ui/data-table'
import { TextArea } from '@/components/ui/field'
import { BAND_CONTACTS } from '@/db/catalogue/content'
import { api } from '@/lib/api-client/client'
import {
  type BandContact,
  MAX_NOTE_LENGTH,
  type NewBandContact,
  newBandContactBody,
  telephoneLink,
} from '@/lib/band-contacts/schema'

/** Screen of the band contacts: whom to call about each band (rule 13.13). */
export function BandContactsScreen() {
  const [edited, setEdited] = useState<BandContact | null>(null)
  return (
    <>
      <ScreenHead title="Kontakt">
        <ExportButton file={(query) => api('GET', '/contact/export', { query })} />
      </ScreenHead>
      <AddContact />
      <SearchedTable
        entity="band-contacts"
        path="/contact"
        search="Traži po bendu, osobi, broju, e-mailu ili napomeni"
        empty="Još nema kontakata. Prvi dodajte gore."
        caption="Kontakti bendova"
        columns={columns(setEdited)}
        below={noteOf}
      />
      {edited && <EditContact contact={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const resolver = zodResolver(newBandContactBody)

type Values = z.input<typeof newBandContactBody>

const BLANK = { bandName: '', bookerName: '', bookerPhone: '', bookerEmail: '', notes: '' }

/** Form for a new contact, above the list. */
function AddContact() {
  const adding = useAddForm({
    resolver,
    blank: BLANK,
    first: 'bandName',
    call: (body) => api('POST', '/contact', { body }),
    invalidates: ['band-contacts'],
    successMessage: ({ bandName }) => `Kontakt za ${bandName} je dodan.`,
  })
  return (
    <AddForm label="Novi kontakt" adding={adding} className="md:grid-cols-3">
      <ContactFields form={adding.form} />
    </AddForm>
  )
}

const valuesOf = ({ id: _, ...values }: BandContact): Values => values

/** Dialog that edits a contact and shows its history. */
function EditContact({ contact, onClose }: { contact: BandContact; onClose: () => void }) {
  const params = { id: contact.id }
  const edited = useEditForm({
    resolver,
    item: contact,
    valuesOf,
    change: (body) => api('PUT', '/contact/[id]', { params, body }),
    read: () => api('GET', '/contact/[id]', { params }),
    invalidates: ['band-contacts'],
    successMessage: ({ bandName }) => `Kontakt za ${bandName} je spremljen.`,
    errorMessage: null,
    onSaved: onClose,
  })
  return (
    <EditDialog
      title="Uredi kontakt"
      edited={edited}
      onClose={onClose}
      below={<History entity="band-contacts" id={contact.id} />}
    >
      <ContactFields form={edited.form} />
    </EditDialog>
  )
}

/** Form fields of a contact. The first three are required (rule 13.13). */
function ContactFields({ form }: { form: UseFormReturn<Values, unknown, NewBandContact> }) {
  const { errors } = form.formState
  return (
    <>
      <FormField form={form} name="bandName" label="Bend" maxLength={100} />
      <FormField form={form} name="bookerName" kind="name" label="Osoba za kontakt" />
      <FormField form={form} name="bookerPhone" kind="phone" label="Telefon" maxLength={50} />
      <FormField form={form} name="bookerEmail" kind="email" label="E-mail (nije obavezan)" />
      <TextArea
        label="Napomena (nije obavezna)"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        className="[&_textarea]:field-sizing-content [&_textarea]:max-h-60"
        error={errors.notes?.message}
        {...form.register('notes')}
      />
    </>
  )
}

const noteOf = ({ notes }: BandContact) =>
  notes === '' ? null : (
    <p className="max-w-3xl text-sm break-words whitespace-pre-line text-muted">
      <span className="sr-only">Napomena: </span>
      {notes}
    </p>
  )

interface LinkProps {
  href: string
  label: string
  icon: ReactNode
  text: string
  className: string
}

const ContactLink = ({ href, label, icon, text, className }: LinkProps) => (
  <a
    href={href}
    aria-label={label}
    className={buttonClasses('quiet', `${className} max-md:w-full`)}
  >
    {icon}
    {text}
  </a>
)

const { columns: FIELDS } = BAND_CONTACTS

const columns = (onEdit: (contact: BandContact) => void): Column<BandContact>[] => [
  {
    key: 'bandName',
    label: FIELDS.bandName.label,
    sortable: true,
    phone: 'heading',
    cell: ({ bandName }) => (
      <span className="font-semibold break-words max-md:pr-10">{bandName}</span>
    ),
  },
  {
    key: 'bookerName',
    label: FIELDS.bookerName.label,
    sortable: true,
    phone: 'bare',
    cell: ({ bookerName }) => <span className="break-words">{bookerName}</span>,
  },
  {
    key: 'bookerPhone',
    label: FIELDS.bookerPhone.label,
    phone: 'bare',
    cell: ({ bookerPhone, bookerName }) => (
      <ContactLink
        href={telephoneLink(bookerPhone)}
        label={`Nazovi: ${bookerName}, ${bookerPhone}`}
        icon={<Phone aria-hidden="true" className="size-4 shrink-0 text-go" />}
        className="tabular-nums"
        text={bookerPhone}
      />
    ),
  },
  {
    key: 'bookerEmail',
    label: FIELDS.bookerEmail.label,
    sortable: true,
    phone: 'bare',
    cell: ({ bookerEmail, bookerName }) =>
      bookerEmail === '' ? null : (
        <ContactLink
          href={`mailto:${bookerEmail}`}
          label={`Piši: ${bookerName}, ${bookerEmail}`}
          icon={<Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />}
          className="break-all"
          text={bookerEmail}
        />
      ),
  },
  actionsColumn((contact) => ({
    what: `kontakt za ${contact.bandName}`,
    onEdit: () => onEdit(contact),
    deletion: {
      remove: () => api('DELETE', '/contact/[id]', { params: { id: contact.id } }),
      invalidates: ['band-contacts'],
      successMessage: `Kontakt za ${contact.bandName} je obrisan.`,
    },
  })),
]
