'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
import { Toaster } from 'sonner'
import { type Signup, type SignupInput, signupSchema } from '@/lib/signups/schema'

// What the form needs only once somebody touches it; loaded then, to keep the page light.
export { toast } from 'sonner'

export const createSignupForm = (domain: string) =>
  createFormControl<SignupInput, unknown, Signup>({ resolver: zodResolver(signupSchema(domain)) })

/** Toasts as stickers on the poster: paper, a hard shadow, never colour alone. */
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
