'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { AddScreen } from '@/components/admin/data/add-form'
import { FormSwitch } from '@/components/admin/data/form-field'
import {
  resetAfterSending,
  showServerErrors,
  useApiMutation,
} from '@/components/admin/data/use-write'
import { ListOptions } from '@/components/admin/guests/list-options'
import { GUESTS, useGuestLists } from '@/components/admin/guests/use-guests'
import { fullName } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Dialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { api } from '@/lib/api-client/client'
import { entryHints, GUEST_MESSAGES } from '@/lib/guests/rules'
import { type NewGuest, type NewGuestInput, newGuestBody } from '@/lib/guests/schema'

const MISSING_MESSAGES = { name: 'Upišite ime', surname: 'Upišite prezime', tag: 'Odaberite tag' }

/** Screen that adds a guest to any list (rules 4.7 and 4.8). */
export function AddGuestScreen() {
  const { form, submit, isPending, result, isResultOpen, closeResult } = useAddGuest()
  const { register, formState } = form
  const festival = useQuery({
    queryKey: ['festival', 'doors'],
    queryFn: () => api('GET', '/festival'),
  })
  const { errors, isDirty } = formState
  const first = useRef<HTMLInputElement | null>(null)
  const lists = useGuestLists()
  const isBrucosi = lists.some(({ tag, isBrucosi }) => isBrucosi && tag === form.watch('tag'))

  /**
   * Returns the error of a field. The message of rule 4.7 is shown once, below the form; the field
   * itself shows what is missing.
   */
  const error = (field: keyof typeof MISSING_MESSAGES) =>
    errors[field]?.message === GUEST_MESSAGES.incomplete
      ? MISSING_MESSAGES[field]
      : errors[field]?.message
  const isIncomplete = (['name', 'surname', 'tag'] as const).some(
    (field) => errors[field]?.message === GUEST_MESSAGES.incomplete,
  )
  const nameInput = register('name')
  return (
    <>
      <AddScreen
        title="Dodaj gosta"
        label="Novi gost"
        all={{ href: '/admin/guest-list', label: 'Svi gosti' }}
        adding={{
          submit,
          isPending,
          isDirty,
          problem: isIncomplete ? GUEST_MESSAGES.incomplete : undefined,
        }}
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="Ime"
            autoComplete="off"
            maxLength={MAX_GUEST_NAME_LENGTH}
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
            maxLength={MAX_GUEST_NAME_LENGTH}
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
              error={errors.jmbag?.message}
              {...register('jmbag', { shouldUnregister: true })}
            />
          )}
          <FormSwitch form={form} name="bought" label="Karta" hint={['Nema kartu', 'Kupljena']} />
          <FormSwitch
            form={form}
            name="entered"
            label="Ulaz"
            hint={entryHints(festival.data?.opensAt ?? null, Date.now())}
          />
        </div>
      </AddScreen>
      <ResultDialog result={result} open={isResultOpen} onClose={closeResult} focusAfter={first} />
    </>
  )
}

type Values = z.input<typeof newGuestBody>

/** Initial values of the form. Ticket and presence are on (rule 4.10). */
const EMPTY_VALUES: Values = {
  name: '',
  surname: '',
  tag: '',
  jmbag: '',
  bought: true,
  entered: true,
}

type Result = { guest: NewGuest } | { problem: string }

/**
 * State of the form that adds guests one after another. List, ticket and presence keep their values
 * for the next guest.
 */
function useAddGuest() {
  const [result, setResult] = useState<Result | null>(null)
  const [isResultOpen, setResultOpen] = useState(false)
  const form = useForm<Values, unknown, NewGuestInput>({
    resolver: zodResolver(newGuestBody),
    defaultValues: EMPTY_VALUES,
  })
  function showResult(outcome: Result) {
    setResult(outcome)
    setResultOpen(true)
  }

  const { run, isPending } = useApiMutation({
    call: (body: NewGuestInput) => api('POST', '/guests', { body }),
    invalidates: [GUESTS],
    errorMessage: null,
  })
  const submit = form.handleSubmit((body) => {
    const sent = form.getValues()
    run(body, {
      onSuccess: (guest) => {
        const { tag, bought, entered } = sent
        resetAfterSending(form, sent, { ...EMPTY_VALUES, tag, bought, entered })
        showResult({ guest })
      },
      onError: (error) => {
        if (error.code === 'jmbag_taken')
          form.setError('jmbag', { message: error.detail }, { shouldFocus: true })
        else if (Object.keys(error.fields).length > 0) showServerErrors(form, error)
        else showResult({ problem: error.detail })
      },
    })
  })
  return { form, submit, isPending, result, isResultOpen, closeResult: () => setResultOpen(false) }
}

interface ResultDialogProps {
  /**
   * Result of the last request to add a guest. Kept while the dialog closes, because it decides
   * which element gets the focus.
   */
  result: Result | null
  open: boolean
  onClose: () => void
  /** Field that gets the focus after a success, for the next guest. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Dialog with the result of the adding (rule 4.11). Enter goes to the next guest. */
function ResultDialog({ result, open, onClose, focusAfter }: ResultDialogProps) {
  const next = useRef<HTMLButtonElement>(null)
  const guest = result && 'guest' in result ? result.guest : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={guest ? 'Gost je uspješno dodan!' : 'Greška'}
      focusFirst={next}
      focusAfter={guest ? focusAfter : undefined}
      footer={
        <>
          {guest && (
            <ButtonLink href={`/admin/guest-list?gost=${guest.id}`}>Otvori gosta</ButtonLink>
          )}
          <Button ref={next} look="primary" onClick={onClose}>
            {guest ? 'Dodaj sljedećeg' : 'U redu'}
          </Button>
        </>
      }
    >
      {result && 'problem' in result && <p>Greška prilikom dodavanja gosta: {result.problem}</p>}
      {guest && (
        <>
          <p className="font-bold">{fullName(guest)}</p>
          <p className="text-muted">{describeMail(guest)}</p>
        </>
      )}
    </Dialog>
  )
}

function describeMail({ bought, mailedTo, isMailSet }: NewGuest): string {
  if (bought === '0') return 'Još nema kartu.'
  if (mailedTo && !isMailSet) return GUEST_MESSAGES.mailNotSet
  if (mailedTo) return `Potvrda karte ide na: ${mailedTo}`
  return 'Uz gosta ne stoji adresa, pa potvrda karte nije poslana.'
}
