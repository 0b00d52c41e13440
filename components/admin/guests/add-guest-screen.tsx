'use client'

import Link from 'next/link'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ListOptions } from '@/components/admin/guests/list-options'
import { useGuestLists } from '@/components/admin/guests/use-guests'
import { Button, buttonClasses } from '@/components/ui/button'
import { Field, Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SwitchField } from '@/components/ui/switch'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import { ResultDialog } from './result-dialog'
import { useAddGuest } from './use-add-guest'

const WHAT_IS_MISSING = { name: 'Upišite ime', surname: 'Upišite prezime', tag: 'Odaberite tag' }

/** Adds a guest to any list (spec sections 2 and 5, Add guest). */
export function AddGuestScreen() {
  const { form, submit, isPending, result, isTelling, endTelling } = useAddGuest()
  const { register, control, formState } = form
  const { errors, isDirty } = formState
  const first = useRef<HTMLInputElement | null>(null)
  const lists = useGuestLists()
  const isBrucosi = lists.some(({ tag, isBrucosi }) => isBrucosi && tag === form.watch('tag'))

  /** The spec's sentence is said once, below; the field says what is missing there. */
  const error = (field: keyof typeof WHAT_IS_MISSING) =>
    errors[field]?.message === GUEST_MESSAGES.incomplete
      ? WHAT_IS_MISSING[field]
      : errors[field]?.message
  const isIncomplete = (['name', 'surname', 'tag'] as const).some(
    (field) => errors[field]?.message === GUEST_MESSAGES.incomplete,
  )
  const nameInput = register('name')
  return (
    <>
      <LeaveGuard isDirty={isDirty && !isPending} />
      <ScreenHead title="Dodaj gosta">
        <Link href="/admin/guest-list" className={buttonClasses()}>
          Svi gosti
        </Link>
      </ScreenHead>
      <form
        aria-label="Novi gost"
        onSubmit={submit}
        noValidate
        className="max-w-2xl space-y-5 rounded-lg border border-edge bg-panel p-4 md:p-6"
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Ime"
            autoComplete="off"
            maxLength={100}
            error={error('name')}
            {...nameInput}
            ref={(input) => {
              nameInput.ref(input)
              first.current = input
            }}
          />
          <Field
            label="Prezime"
            autoComplete="off"
            maxLength={100}
            error={error('surname')}
            {...register('surname')}
          />
          <Select
            label="Tag"
            className={isBrucosi ? undefined : 'sm:col-span-2'}
            error={error('tag')}
            {...register('tag')}
          >
            <option value="">Odaberite …</option>
            <ListOptions />
          </Select>
          {isBrucosi && (
            <Field
              label="JMBAG"
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              error={errors.jmbag?.message}
              {...register('jmbag', { shouldUnregister: true })}
            />
          )}
          <Controller
            control={control}
            name="bought"
            render={({ field: { value, onChange } }) => (
              <SwitchField
                label="Karta"
                hint={value ? 'Kupljena' : 'Nema kartu'}
                checked={value === true}
                onChange={onChange}
              />
            )}
          />
          <Controller
            control={control}
            name="entered"
            render={({ field: { value, onChange } }) => (
              <SwitchField
                label="Ulaz"
                hint={value ? 'Unutra' : 'Vani'}
                checked={value === true}
                onChange={onChange}
              />
            )}
          />
        </div>
        {isIncomplete && (
          <Notice tone="error" className="bg-panel-2">
            {GUEST_MESSAGES.incomplete}
          </Notice>
        )}
        <Button type="submit" look="primary" pending={isPending} className="w-full sm:w-auto">
          Dodaj
        </Button>
      </form>
      <ResultDialog result={result} open={isTelling} onClose={endTelling} focusAfter={first} />
    </>
  )
}
