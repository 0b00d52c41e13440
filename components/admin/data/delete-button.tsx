'use client'

import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { useWrite } from './use-write'

interface Props {
  /** The button's name for a screen reader: what it deletes. */
  label: string
  question: string
  /** What the deletion brings with it. */
  children?: ReactNode
  remove: () => Promise<unknown>
  /** The nouns whose lists this makes stale. */
  stale: string[]
  done: string
  /** The spec's sentence for the failure, before the server's own words. */
  failed?: string
  /** A button with this word instead of the small one with the icon alone. */
  text?: string
  onDone?: () => void
}

/** Deletes one thing of a list, once it has been asked about; a refusal is told right there. */
export function DeleteButton(props: Props) {
  const { label, question, children, remove, stale, done, failed, text, onDone } = props
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { run, isPending } = useWrite({
    call: remove,
    stale,
    done,
    failed: null,
  })

  function ask() {
    setRefusal(null)
    setAsking(true)
  }

  const confirm = () =>
    run(undefined, {
      onSuccess: () => {
        setAsking(false)
        onDone?.()
      },
      onError: ({ detail }) => setRefusal(failed ? `${failed} ${detail}` : detail),
    })

  return (
    <>
      {text ? (
        <Button onClick={ask}>
          <Trash2 aria-hidden="true" className="size-5 text-stop" />
          {text}
        </Button>
      ) : (
        <button
          type="button"
          onClick={ask}
          aria-label={label}
          title={label}
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-stop"
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      )}
      <Confirm
        open={isAsking}
        question={question}
        yes="Obriši"
        danger
        pending={isPending}
        refusal={refusal}
        onYes={confirm}
        onNo={() => setAsking(false)}
      >
        {children}
      </Confirm>
    </>
  )
}
