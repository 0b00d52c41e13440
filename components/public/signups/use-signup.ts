'use client'

import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { ApiError, api } from '@/lib/http/client'
import type { Signup, SignupInput } from '@/lib/signups/schema'

const FIELDS = ['name', 'surname', 'jmbag', 'email', 'gdpr_accepted'] as const

const OFFLINE = new ApiError(
  0,
  'Nema veze s poslužiteljem. Provjerite mrežu i pokušajte ponovno.',
  'offline',
)

/**
 * The work behind the pre-registration form (spec sections 5 and 8). `wake` loads the
 * rules and the toasts; it is called at the first touch, and again by whatever needs them.
 */
export function useSignup(domain: string) {
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  const isSending = useRef(false)

  async function wake() {
    const { signupResolver, Toasts: loaded, toast } = await import('./signup-live')
    // At once, since a toast that comes before its place on the page is lost.
    flushSync(() => setToasts(() => loaded))
    return { signupResolver, toast }
  }

  const form = useForm<SignupInput, unknown, Signup>({
    resolver: async (...input) => (await wake()).signupResolver(domain)(...input),
  })

  async function send(signup: Signup) {
    try {
      await api('POST', '/forms/brucosi-form-submit/', signup)
    } catch (error) {
      return showFailure(error)
    }
    form.reset()
    const { toast } = await wake()
    toast.success('Podaci spremljeni', { description: 'Vaši podaci su uspješno spremljeni.' })
  }

  async function showFailure(error: unknown) {
    const { detail, fields } = error instanceof ApiError ? error : OFFLINE
    const wrong = FIELDS.filter((field) => fields[field])
    for (const field of wrong)
      form.setError(field, { message: fields[field]?.[0] }, { shouldFocus: field === wrong[0] })
    const { toast } = await wake()
    toast.error(wrong.length ? 'Neispravan unos' : 'Podaci nisu spremljeni', {
      description: detail,
    })
  }

  async function showInvalid() {
    const { toast } = await wake()
    toast.error('Neispravan unos', {
      description: 'Molimo pregledajte podatke u formi te pokušajte ponovno.',
    })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    try {
      await form.handleSubmit(send, showInvalid)(event)
    } catch {
      form.setError('root', { message: OFFLINE.detail })
    } finally {
      isSending.current = false
    }
  }

  return { form, submit, wake: () => void wake().catch(() => {}), Toasts }
}
