import { useState } from 'react'
import { type MutationOptions, useApiMutation } from './use-write'

interface ConfirmedActionOptions<Output> extends MutationOptions<void, Output> {
  /** Shows an error in the confirmation dialog instead of a toast. */
  isErrorInDialog?: boolean
  onDone?: (output: Output) => void
}

/**
 * API request that runs after a confirmation. `ask` opens the dialog; `confirmProps` contains the
 * props of Confirm.
 */
export function useConfirmedAction<Output = unknown>({
  isErrorInDialog,
  onDone,
  ...options
}: ConfirmedActionOptions<Output>) {
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { errorMessage } = options
  const { run, isPending } = useApiMutation<void, Output>(
    isErrorInDialog ? { ...options, errorMessage: null } : options,
  )
  const close = () => setOpen(false)

  function ask() {
    setRefusal(null)
    setOpen(true)
  }
  const onYes = () =>
    run(undefined, {
      onSuccess: (output) => {
        close()
        onDone?.(output)
      },
      onError: ({ detail }) =>
        isErrorInDialog && setRefusal(errorMessage ? `${errorMessage} ${detail}` : detail),
    })
  return { ask, isPending, confirmProps: { open, refusal, pending: isPending, onYes, onNo: close } }
}
