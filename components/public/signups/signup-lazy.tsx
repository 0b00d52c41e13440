'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
import { Toaster } from 'sonner'
import { type Signup, type SignupInput, signupSchema } from '@/lib/signups/schema'

// Code that the form needs only after the first touch. It is loaded then, to keep the page small.
export { toast } from 'sonner'

/** Fields from which the e-mail address of a student results (rule 2.3). */
const PARTS_OF_ADDRESS: readonly string[] = ['name', 'surname', 'jmbag']

/**
 * Creates the form. After the first attempt to send it, a change of name, surname or JMBAG also
 * validates the e-mail address again, whose error message names the expected address.
 */
export function createSignupForm(domain: string) {
  const form = createFormControl<SignupInput, unknown, Signup>({
    resolver: zodResolver(signupSchema(domain)),
  })
  const register = (name: keyof SignupInput) =>
    form.register(name, { deps: PARTS_OF_ADDRESS.includes(name) ? ['email'] : [] })
  return { ...form, register }
}

/** Toasts, drawn as stickers. Success and failure differ by text, not only by colour. */
export function Toasts() {
  return (
    <Toaster
      position="top-center"
      duration={3000}
      containerAriaLabel="Obavijesti"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'poster-toast',
          title: 'poster-sentence text-2xl',
          description: 'mt-1 text-base',
          success: 'bg-signal text-ink',
          error: 'bg-ember text-ink',
        },
      }}
    />
  )
}
