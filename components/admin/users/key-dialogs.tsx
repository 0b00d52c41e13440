'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { EditDialog } from '@/components/admin/data/edit-form'
import { FormField } from '@/components/admin/data/form-field'
import { SecretDialog } from '@/components/admin/data/secret-dialog'
import { showServerErrors, useApiMutation } from '@/components/admin/data/use-write'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import {
  DEFAULT_KEY_DAYS,
  KEY_DAYS,
  PRIVILEGE_DESCRIPTIONS,
  PRIVILEGE_LABELS,
  PRIVILEGE_ORDER,
} from '@/lib/auth/rules'
import { type NewKey, type NewKeyToken, newKeyBody } from '@/lib/auth/schema'
import { formatDateTime } from '@/lib/time/zagreb'

type Values = z.input<typeof newKeyBody>

/** Initial values of the form. No privilege is preselected: the schema refuses the empty choice. */
const BLANK: Values = { name: '', privilege: '' as '4', days: `${DEFAULT_KEY_DAYS}` }

const resolver = zodResolver(newKeyBody)

/** Privileges that a key can have. */
const PRIVILEGES = PRIVILEGE_ORDER.filter((privilege) => privilege > 0)

interface NewProps {
  onClose: () => void
  /** Called with the new key and its token. */
  onCreated: (createdKey: NewKeyToken) => void
}

/** Dialog that creates a key (rule 9.18). */
export function NewKeyDialog({ onClose, onCreated }: NewProps) {
  const form = useForm<Values, unknown, NewKey>({ resolver, defaultValues: BLANK })
  const { run, isPending } = useApiMutation({
    call: (body: NewKey) => api('POST', '/users/keys', { body }),
    invalidates: ['sign-ins'],
    errorMessage: null,
  })
  const submit = form.handleSubmit((key) => {
    run(key, { onSuccess: onCreated, onError: (error) => showServerErrors(form, error) })
  })
  const { errors, isDirty } = form.formState
  const problem = errors.root?.message
  return (
    <EditDialog
      title="Novi ključ"
      edited={{ submit, isPending, isDirty, problem, conflicts: [], discardChanges: onClose }}
      isNew
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label="Naziv"
        hint="Čemu služi, na primjer: zaslon s prodajom"
        maxLength={100}
      />
      <Select
        label="Privilegija"
        hint="Dajte najmanju s kojom program može raditi."
        error={errors.privilege?.message}
        {...form.register('privilege')}
      >
        <option value="">Odaberite …</option>
        {PRIVILEGES.map((privilege) => (
          <option key={privilege} value={privilege}>
            {PRIVILEGE_LABELS[privilege]} – {PRIVILEGE_DESCRIPTIONS[privilege]}
          </option>
        ))}
      </Select>
      <Select label="Vrijedi" error={errors.days?.message} {...form.register('days')}>
        {KEY_DAYS.map((days) => (
          <option key={days} value={days}>
            {days} dana
          </option>
        ))}
      </Select>
    </EditDialog>
  )
}

const TOKEN_MESSAGES = {
  notice: 'Prikazuje se samo sada. Upišite ga u program.',
  copied: 'Ključ je kopiran.',
  failed: 'Kopiranje nije uspjelo. Označite ključ i kopirajte ga sami.',
}

interface TokenProps {
  createdKey: NewKeyToken
  onClose: () => void
}

/** Dialog with the token of a new key, which is shown only once. */
export function KeyTokenDialog({ createdKey, onClose }: TokenProps) {
  return (
    <SecretDialog
      title={`Ključ ${createdKey.name}`}
      secret={createdKey.token}
      messages={TOKEN_MESSAGES}
      onClose={onClose}
    >
      Program ga šalje u zaglavlju <code>Authorization: Bearer</code>, do{' '}
      {formatDateTime(createdKey.expiresAt)}. Tko ga ima, radi u vaše ime. Ako ga izgubite ili
      procuri, ukinite ga i izradite novi.
    </SecretDialog>
  )
}
