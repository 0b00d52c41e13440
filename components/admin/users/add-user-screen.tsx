'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import Link from 'next/link'
import type { z } from 'zod'
import { useAddForm } from '@/components/admin/data/add-form'
import { FormField } from '@/components/admin/data/form-field'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button, buttonClasses } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { PRIVILEGE_ORDER, PRIVILEGE_WORDS, PRIVILEGE_WORK } from '@/lib/auth/rules'
import { api } from '@/lib/http/client'
import { newUserBody } from '@/lib/users/schema'

/** Nobody's privilege is chosen for them: '' is what the empty choice sends, and is refused. */
const NOBODY: z.input<typeof newUserBody> = { name: '', email: '', privilege: '' as '0' }

const resolver = zodResolver(newUserBody)

/** Adds a staff member before the first sign-in (spec section 5, Add user). */
export function AddUserScreen() {
  const { form, submit, isPending, isDirty, problem } = useAddForm({
    resolver,
    blank: NOBODY,
    first: 'name',
    unique: 'email',
    call: (body) => api('POST', '/users', { body }),
    stale: ['users'],
    done: (user) => `Korisnik ${user.name} je dodan.`,
  })
  const { errors } = form.formState
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <ScreenHead title="Dodaj korisnika">
        <Link href="/admin/users" className={buttonClasses()}>
          Svi korisnici
        </Link>
      </ScreenHead>
      <form
        aria-label="Novi korisnik"
        onSubmit={submit}
        noValidate
        className="max-w-xl space-y-5 rounded-lg border border-edge bg-panel p-4 md:p-6"
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
        <Select
          label="Privilegija"
          error={errors.privilege?.message}
          {...form.register('privilege')}
        >
          <option value="">Odaberite …</option>
          {PRIVILEGE_ORDER.map((privilege) => (
            <option key={privilege} value={privilege}>
              {PRIVILEGE_WORDS[privilege]} – {PRIVILEGE_WORK[privilege]}
            </option>
          ))}
        </Select>
        {problem && (
          <Notice tone="error" className="bg-panel-2">
            {problem}
          </Notice>
        )}
        <Button type="submit" look="primary" pending={isPending} className="w-full sm:w-auto">
          Dodaj
        </Button>
      </form>
    </>
  )
}
