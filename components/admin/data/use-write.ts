'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { toast } from 'sonner'
import type { ApiError } from '@/lib/api-client/client'

export interface MutationOptions<Input, Output> {
  call: (input: Input) => Promise<Output>
  /**
   * Entities whose lists are read again after the write. Each is the first part of the lists' query
   * keys.
   */
  invalidates: string[]
  /** Toast after a success. Omitted if the screen itself shows the result. */
  successMessage?: string | ((output: Output, input: Input) => string)
  /**
   * Croatian toast after an error, such as that of rule 13.11, above the server's `detail`. Without
   * it the toast is `detail`; null shows no toast.
   */
  errorMessage?: string | null
}

interface MutationCallbacks<Output> {
  onSuccess?: (output: Output) => void
  onError?: (error: ApiError) => void
}

/**
 * API request that changes data. Ignores further calls while it runs, shows a toast, and reads the
 * lists again that show the data.
 */
export function useApiMutation<Input = void, Output = unknown>(
  options: MutationOptions<Input, Output>,
) {
  const client = useQueryClient()
  // A second quick press comes before `isPending` is rendered.
  const isBusy = useRef(false)
  const mutation = useMutation<Output, ApiError, { input: Input }>({
    mutationFn: ({ input }) => options.call(input),
    onSuccess: (output, { input }) => {
      const { successMessage } = options
      if (successMessage)
        toast.success(
          typeof successMessage === 'function' ? successMessage(output, input) : successMessage,
        )
    },
    onError: ({ detail }) => {
      if (options.errorMessage !== null)
        toast.error(options.errorMessage ?? detail, { description: options.errorMessage && detail })
    },
    onSettled: async (_output, error) => {
      const refetches = options.invalidates.map((entity) =>
        client.invalidateQueries({ queryKey: [entity] }),
      )
      // After a success or a conflict (409) the request counts as running until the lists are read
      // again, because the user decides by the current values. Other errors do not wait.
      if (!error || error.status === 409) await Promise.all(refetches)
      isBusy.current = false
    },
  })

  /** Returns false, without sending a request, if one is already running. */
  function run(input: Input, callbacks: MutationCallbacks<Output> = {}): boolean {
    if (isBusy.current) return false
    isBusy.current = true
    mutation.mutate({ input }, callbacks)
    return true
  }
  return {
    run,
    isPending: mutation.isPending,
    /**
     * Input of the running request, for the row that shows its progress; undefined while none runs.
     */
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

/**
 * Resets a form to the values `next` after its values were `sent`. Fields that the user has changed
 * during the request keep their values.
 */
export function resetAfterSending<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  sent: Values,
  next: Values,
): void {
  const typed = form.getValues()
  const changedFields = (Object.keys(typed) as Path<Values>[]).filter(
    (field) => typed[field] !== sent[field],
  )
  form.reset(next)
  for (const field of changedFields)
    form.setValue(field, typed[field] as PathValue<Values, Path<Values>>, { shouldDirty: true })
}

/** Whether the form has a field of this name. */
export const isFieldOf = <Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
  name: string,
): name is Path<Values> => name in form.getValues()
