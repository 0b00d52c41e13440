'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { AddScreen, useAddForm } from '@/components/admin/data/add-form'
import { FormField } from '@/components/admin/data/form-field'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_DESCRIPTIONS, PRIVILEGE_LABELS, PRIVILEGE_ORDER } from '@/lib/auth/rules'
import { newUserBody } from '@/lib/users/schema'

/**
 * Initial values of the form. No privilege is preselected: the empty choice sends '', which the
 * schema refuses.
 */
const BLANK: z.input<typeof newUserBody> = { name: '', email: '', privilege: '' as '0' }

const resolver = zodResolver(newUserBody)

/** Adds a staff member before the first sign-in (rule 9.12). */
export function AddUserScreen() {
  const adding = useAddForm({
    resolver,
    blank: BLANK,
    first: 'name',
    unique: 'email',
    call: (body) => api('POST', '/users', { body }),
    invalidates: ['users'],
    successMessage: (user) => `Korisnik ${user.name} je dodan.`,
  })
  const { form } = adding
  const { errors } = form.formState
  return (
    <AddScreen
      title="Dodaj korisnika"
      label="Novi korisnik"
      all={{ href: '/admin/users', label: 'Svi korisnici' }}
      adding={adding}
    >
      <FormField form={form} name="name" label="Ime i prezime" maxLength={100} />
      <FormField
        form={form}
        name="email"
        kind="email"
        label="E-mail (adresa organizacije)"
        hint="Adresa kojom se osoba prijavljuje; kasnije se ne mijenja"
        type="email"
      />
      <Select label="Privilegija" error={errors.privilege?.message} {...form.register('privilege')}>
        <option value="">Odaberite …</option>
        {PRIVILEGE_ORDER.map((privilege) => (
          <option key={privilege} value={privilege}>
            {PRIVILEGE_LABELS[privilege]} – {PRIVILEGE_DESCRIPTIONS[privilege]}
          </option>
        ))}
      </Select>
    </AddScreen>
  )
}
