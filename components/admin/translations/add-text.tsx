'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { AddForm } from '@/components/admin/data/add-form'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { startNext } from '@/components/admin/data/start-next'
import { useWrite } from '@/components/admin/data/use-write'
import { Field, TextArea } from '@/components/ui/field'
import { api } from '@/lib/http/client'
import { newTranslationBody, type Translation } from '@/lib/translations/schema'
import { MissingTexts } from './missing-texts'

type Values = z.input<typeof newTranslationBody>

const EMPTY: Values = { key: '', value: '' }

/** A new text: its key and what stands there; a missing key is one tap away. */
export function AddText() {
  const form = useForm<Values>({ resolver: zodResolver(newTranslationBody), defaultValues: EMPTY })
  const { run, isPending } = useWrite({
    call: (body: Values) => api<Translation>('POST', '/translations/', body),
    stale: ['translations'],
    done: ({ key }) => `Prijevod ${key} je dodan.`,
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: () => startNext(form, 'key', EMPTY),
      onError: (error) =>
        error.code === 'already_exists'
          ? form.setError('key', { message: error.detail }, { shouldFocus: true })
          : showServerErrors(form, error),
    }),
  )

  function pick(key: string) {
    form.setValue('key', key, { shouldDirty: true })
    form.clearErrors()
    form.setFocus('value')
  }

  const { errors, isDirty } = form.formState
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <AddForm
        label="Novi prijevod"
        onSubmit={submit}
        isPending={isPending}
        error={errors.root?.message}
        className="md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)_auto]"
        below={<MissingTexts onPick={pick} />}
      >
        <Field
          label="Ključ"
          hint="odjeljak.naziv"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          error={errors.key?.message}
          {...form.register('key')}
        />
        <TextArea
          label="Vrijednost"
          hint="Prazan red dijeli odlomke. HTML oznake se uklanjaju, osim <br>."
          rows={2}
          error={errors.value?.message}
          {...form.register('value')}
        />
      </AddForm>
    </>
  )
}
