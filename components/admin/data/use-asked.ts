import { useState } from 'react'
import { type MutationOptions, useApiMutation } from './use-write'

interface Asked<Answer> extends MutationOptions<void, Answer> {
  /** A refusal is told in the question itself, in place of a toast. */
  isToldThere?: boolean
  onDone?: (answer: Answer) => void
}

/** A call that is made once it has been asked about: `ask` opens the Confirm, whose state is `asked`. */
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
