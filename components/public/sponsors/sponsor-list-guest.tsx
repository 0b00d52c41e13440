'use client'

import { Check, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import type { SponsorGuest } from '@/lib/sponsors/own-list-schema'
import { useSingleFlight } from './use-sponsor-list'

interface Props {
  guest: SponsorGuest
  /** Whether the guest can be changed: the list is open and the guest has not come yet. */
  isOpen: boolean
  onRemove: () => Promise<void>
  /** Stores the e-mail address. Returns an error message, or null if the address is stored. */
  onEmail: (email: string) => Promise<string | null>
}

const PASS = {
  none: '',
  queued: 'propusnica se šalje',
  sent: 'propusnica poslana',
  failed: 'propusnica nije stigla, provjerite adresu',
  recorded: 'propusnica zabilježena, ali nije poslana',
}

/**
 * Row of one guest: name, whether the guest has come, e-mail, state of the pass, and a button to
 * delete.
 */
export function GuestRow({ guest, isOpen, onRemove, onEmail }: Props) {
  const [mode, setMode] = useState<'read' | 'delete' | 'email'>('read')
  const { id, name, email, entered, pass } = guest
  const hasEntered = entered === '1'
  // On a closed list, an address can be changed only if the mail with the pass was not delivered.
  const isUnsent = pass === 'none' || pass === 'recorded'
  const canChangeEmail = !hasEntered && (pass === 'failed' || (isOpen && isUnsent))
  const emailButton = useRef<HTMLButtonElement>(null)
  const hasLeftReading = useRef(false)

  // Returns the focus to the row after a confirmation or the e-mail form has closed.
  useEffect(() => {
    if (mode !== 'read') hasLeftReading.current = true
    else if (hasLeftReading.current) {
      hasLeftReading.current = false
      emailButton.current?.focus()
    }
  }, [mode])

  return (
    <li className="poster-list-row">
      <div className="min-w-0 flex-1 py-1.5">
        <p className="text-lg leading-snug font-semibold break-words">{name}</p>
        {hasEntered && (
          <p className="poster-tag" data-good>
            <Check aria-hidden="true" className="size-4" />
            unutra
          </p>
        )}
        {mode === 'email' ? (
          <EmailForm email={email ?? ''} onSave={onEmail} onDone={() => setMode('read')} />
        ) : (
          <p className="-mt-1 flex flex-wrap items-center gap-x-3 text-base">
            {email && <span className="break-all">{email}</span>}
            {pass !== 'none' && (
              <span className="poster-tag" data-bad={pass === 'failed' || undefined}>
                {PASS[pass]}
              </span>
            )}
            {canChangeEmail && mode === 'read' && (
              <button
                ref={emailButton}
                type="button"
                aria-label={`${email ? 'Promijeni e-mail' : 'Dodaj e-mail'}: ${name}`}
                onClick={() => setMode('email')}
                className="poster-list-link"
              >
                {email ? 'Promijeni e-mail' : 'Dodaj e-mail'}
              </button>
            )}
          </p>
        )}
      </div>
      {isOpen &&
        (mode === 'delete' ? (
          <ConfirmDelete name={name} onConfirm={onRemove} onCancel={() => setMode('read')} />
        ) : (
          <button
            type="button"
            id={`brisi-${id}`}
            aria-label={`Obriši: ${name}`}
            title="Obriši"
            onClick={() => setMode('delete')}
            className="poster-list-delete"
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        ))}
    </li>
  )
}

interface ConfirmDeleteProps {
  name: string
  onConfirm: () => Promise<void>
  onCancel: () => void
}

function ConfirmDelete(props: ConfirmDeleteProps) {
  const { name, onConfirm, onCancel } = props
  const { isBusy, runSingle } = useSingleFlight()
  const cancelButton = useRef<HTMLButtonElement>(null)
  useEffect(() => cancelButton.current?.focus(), [])
  return (
    <fieldset
      className="flex shrink-0 items-center gap-2"
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <legend className="sr-only">Obrisati gosta {name}?</legend>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        onClick={() => runSingle(async () => onConfirm())}
        className="poster-small-button bg-ember-dark text-white"
      >
        {isBusy && <Spinner />}
        <span>Obriši</span>
      </button>
      <button ref={cancelButton} type="button" onClick={onCancel} className="poster-small-button">
        Ne
      </button>
    </fieldset>
  )
}

interface EmailProps {
  email: string
  onSave: (email: string) => Promise<string | null>
  onDone: () => void
}

function EmailForm({ email, onSave, onDone }: EmailProps) {
  const [text, setText] = useState(email)
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, runSingle } = useSingleFlight()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    return runSingle(async () => {
      const error = await onSave(text.trim())
      setProblem(error)
      if (error === null) onDone()
    })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      className="mt-1 flex flex-wrap items-start gap-2"
    >
      <div className="min-w-0 flex-1 basis-48">
        <input
          // biome-ignore lint/a11y/noAutofocus: the sponsor has just opened this field
          autoFocus
          type="email"
          aria-label="E-mail gosta"
          aria-invalid={problem ? true : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="ime@primjer.hr"
          className="poster-input mt-0"
        />
        {problem && (
          <p role="alert" className="mt-1 font-semibold text-ember-dark">
            {problem}
          </p>
        )}
      </div>
      <button
        type="submit"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        className="poster-small-button bg-ink text-paper"
      >
        {isBusy && <Spinner />}
        <span>Spremi</span>
      </button>
      <button type="button" onClick={onDone} className="poster-small-button">
        Ne
      </button>
    </form>
  )
}
