import { useState } from 'react'
import { type MutationOptions, useApiMutation } from './use-write'

interface Asked<Answer> extends MutationOptions<void, Answer> {
  /** Shows an error in the confirmation dialog instead of a toast. */
  isToldThere?: boolean
  onDone?: (answer: Answer) => void
}

/**
 * API request that runs after a confirmation. `ask` opens the dialog; `asked` contains the props of
 * Confirm.
 */
export function useConfirmedAction<Answer = unknown>({
  isToldThere,
  onDone,
  ...write
}: Asked<Answer>) {
  const [open, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { errorMessage } = write
  const { run, isPending } = useApiMutation<void, Answer>(
    isToldThere ? { ...write, errorMessage: null } : write,
  )
  const close = () => setOpen(false)

  function ask() {
    setRefusal(null)
    setOpen(true)
  }
  const onYes = () =>
    run(undefined, {
      onSuccess: (answer) => {
        close()
        onDone?.(answer)
      },
      onError: ({ detail }) =>
        isToldThere && setRefusal(errorMessage ? `${errorMessage} ${detail}` : detail),
    })
  return { ask, isPending, asked: { open, refusal, pending: isPending, onYes, onNo: close } }
}
