'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showServerErrors, useWrite } from '@/components/admin/data/use-write'
import { GUESTS } from '@/components/admin/guests/use-guests'
import { type NewGuest, type NewGuestInput, newGuestBody } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'

type Values = z.input<typeof newGuestBody>

/** Ticket and presence are 1 unless told otherwise (spec section 5). */
const NOBODY: Values = { name: '', surname: '', tag: '', jmbag: '', bought: true, entered: true }

export type Result = { guest: NewGuest } | { problem: string }

/** Adding guests one after another: list, ticket and presence stay as they were chosen. */
export function useAddGuest() {
  const [result, setResult] = useState<Result | null>(null)
  const [isTelling, setTelling] = useState(false)
  const form = useForm<Values, unknown, NewGuestInput>({
    resolver: zodResolver(newGuestBody),
    defaultValues: NOBODY,
  })
  function tell(outcome: Result) {
    setResult(outcome)
    setTelling(true)
  }

  const { run, isPending } = useWrite({
    call: (body: NewGuestInput) => api('POST', '/guests', { body }),
    stale: [GUESTS],
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: (guest) => {
        const { tag, bought, entered } = form.getValues()
        form.reset({ ...NOBODY, tag, bought, entered })
        tell({ guest })
      },
      onError: (error) => {
        if (error.code === 'jmbag_taken')
          form.setError('jmbag', { message: error.detail }, { shouldFocus: true })
        else if (Object.keys(error.fields).length > 0) showServerErrors(form, error)
        else tell({ problem: error.detail })
      },
    }),
  )
  return { form, submit, isPending, result, isTelling, endTelling: () => setTelling(false) }
}
