'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from 'sonner'
import type { ApiError } from '@/lib/api-client/client'

export interface MutationOptions<Input, Answer> {
  call: (input: Input) => Promise<Answer>
  /** The nouns whose lists this makes stale. */
  invalidates: string[]
  /** The toast of success; none when the screen itself shows it. */
  successMessage?: string | ((answer: Answer, input: Input) => string)
  /** The sentence of the rules for the failure, before the server's own words; null: no toast. */
  errorMessage?: string | null
}

interface Then<Answer> {
  onSuccess?: (answer: Answer) => void
  onError?: (error: ApiError) => void
}

/**
 * A call that changes something: once at a time however often it is pressed, told by a
 * toast, and the lists that show it are read again.
 */
export function useApiMutation<Input = void, Answer = unknown>(
  write: MutationOptions<Input, Answer>,
) {
  const client = useQueryClient()
  // The second of two quick presses comes before `isPending` is rendered.
  const busy = useRef(false)
  const mutation = useMutation<Answer, ApiError, { input: Input }>({
    mutationFn: ({ input }) => write.call(input),
    onSuccess: (answer, { input }) => {
      const { successMessage } = write
      if (successMessage)
        toast.success(
          typeof successMessage === 'function' ? successMessage(answer, input) : successMessage,
        )
    },
    onError: ({ detail }) => {
      if (write.errorMessage !== null)
        toast.error(write.errorMessage ?? detail, { description: write.errorMessage && detail })
    },
    onSettled: async (_answer, error) => {
      const read = write.invalidates.map((noun) => client.invalidateQueries({ queryKey: [noun] }))
      // It is done once the lists show it, and so does what somebody else did in between, which is
      // then looked at and decided on; any other failure is told without waiting for them.
      if (!error || error.status === 409) await Promise.all(read)
      busy.current = false
    },
  })

  /** False when one is under way, and nothing was begun. */
  function run(input: Input, then: Then<Answer> = {}): boolean {
    if (busy.current) return false
    busy.current = true
    mutation.mutate({ input }, then)
    return true
  }
  return {
    run,
    isPending: mutation.isPending,
    /** What is being written right now, for the row that shows it. */
    pending: mutation.isPending ? mutation.variables.input : undefined,
  }
}

/**
 * Shows the server's errors at the fields of this form that they belong to, and focuses the first of
 * these fields. The error as a whole is shown at `root` if it names no field, or also another one.
 */
export function showServerErrors<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  error: ApiError,
): void {
  const named = Object.keys(error.fields)
  const known = named.filter((name) => isFieldOf(form, name))
  known.forEach((name, i) => {
    form.setError(name, { message: error.fields[name]?.[0] }, { shouldFocus: i === 0 })
  })
  if (known.length === 0 || known.length < named.length)
    form.setError('root', { message: error.detail })
}

/** Whether the form has a field of this name. */
export const isFieldOf = <Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: string,
): name is Path<Values> => name in form.getValues()
