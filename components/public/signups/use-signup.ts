'use client'

import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from 'react-hook-form'
import { ApiError, api } from '@/lib/api-client/client'
import type { Signup, SignupInput } from '@/lib/signups/schema'

const FIELDS = ['name', 'surname', 'jmbag', 'email', 'gdpr_accepted'] as const

const OFFLINE = new ApiError(
  0,
  'Nema veze s poslužiteljem. Provjerite mrežu i pokušajte ponovno.',
  'offline',
)

type LazyCode = typeof import('./signup-lazy')
type SignupFormControl = ReturnType<LazyCode['createSignupForm']>

/**
 * State and actions of the sign-up form (rules 2.7, 2.8 and 2.9). `preload` loads the code for
 * validation and toasts at the first touch; `submit` loads it too. Until it has loaded, the fields
 * are plain HTML fields.
 */
export function useSignup(domain: string) {
  const [lazy, setLazy] = useState<{
    form: SignupFormControl
    Toasts: LazyCode['Toasts']
  } | null>(null)
  const [errors, setErrors] = useState<FieldErrors<SignupInput>>({})
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const isBusy = useRef(false)
  const loading = useRef<Promise<{ form: SignupFormControl; toast: LazyCode['toast'] }> | null>(
    null,
  )

  async function load() {
    const { createSignupForm, Toasts, toast } = await import('./signup-lazy')
    const form = createSignupForm(domain)
    form.subscribe({ formState: { errors: true }, callback: (now) => setErrors({ ...now.errors }) })
    // Renders at once, because fields that are not registered yet are not validated, and a toast is
    // lost while its container is missing.
    flushSync(() => setLazy({ form, Toasts }))
    return { form, toast }
  }

  function loadForm() {
    loading.current ??= load().catch((error) => {
      loading.current = null
      throw error
    })
    return loading.current
  }

  async function send(signup: Signup) {
    const { form, toast } = await loadForm()
    try {
      await api('POST', '/forms/brucosi-form-submit', { body: signup })
    } catch (error) {
      return showFailure(error)
    }
    form.reset()
    toast.success('Podaci spremljeni', { description: 'Vaši podaci su uspješno spremljeni.' })
  }

  async function showFailure(error: unknown) {
    const { form, toast } = await loadForm()
    const { detail, fields } = error instanceof ApiError ? error : OFFLINE
    const invalid = FIELDS.filter((field) => fields[field])
    for (const field of invalid)
      form.setError(field, { message: fields[field]?.[0] }, { shouldFocus: field === invalid[0] })
    toast.error(invalid.length ? 'Neispravan unos' : 'Podaci nisu spremljeni', {
      description: detail,
    })
  }

  async function showInvalid() {
    const { toast } = await loadForm()
    toast.error('Neispravan unos', {
      description: 'Molimo pregledajte podatke u formi te pokušajte ponovno.',
    })
  }

  /**
   * Sends the form without the validation code, if that could not be loaded. For example, an
   * upgrade has replaced the scripts of a page that was open before. The server validates the
   * fields.
   */
  async function sendPlainly(form: HTMLFormElement) {
    const { gdpr_accepted, ...typed } = Object.fromEntries(new FormData(form))
    const body = { ...typed, gdpr_accepted: gdpr_accepted !== undefined } as Signup
    try {
      await api('POST', '/forms/brucosi-form-submit', { body })
    } catch (error) {
      const { detail, fields } = error instanceof ApiError ? error : OFFLINE
      const invalid = FIELDS.filter((field) => fields[field])
      setErrors(
        Object.fromEntries(invalid.map((f) => [f, { type: 'server', message: fields[f]?.[0] }])),
      )
      return setProblem(detail)
    }
    form.reset()
    setErrors({})
    setDone(true)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    const element = event.currentTarget
    setSending(true)
    setProblem(null)
    setDone(false)
    try {
      const loaded = await loadForm().catch(() => null)
      if (loaded) await loaded.form.handleSubmit(send, showInvalid)(event)
      else await sendPlainly(element)
    } catch {
      setProblem(OFFLINE.detail)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  return {
    field: (name: keyof SignupInput) => lazy?.form.register(name) ?? { name },
    errors,
    problem,
    isDone,
    isSending,
    submit,
    preload: () => void loadForm().catch(() => {}),
    Toasts: lazy?.Toasts,
  }
}
