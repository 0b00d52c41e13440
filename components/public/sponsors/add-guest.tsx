'use client'

import { type ClipboardEvent, type FormEvent, useId, useRef } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { LONGEST_NAME } from '@/lib/sponsors/rules'

interface Props {
  name: string
  onName: (name: string) => void
  isBusy: boolean
  onAdd: () => Promise<boolean>
  /** Several lines were pasted into the field of one name. */
  onPasteMany: (text: string) => void
  isAwake: boolean
  /** It takes the place of the form that was given up. */
  takesFocus: boolean
}

/** One guest (spec section 2): full name and Dodaj; Enter adds, and the field is ready again. */
export function AddGuest(props: Props) {
  const { name, onName, isBusy, onAdd, onPasteMany, isAwake, takesFocus } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    await onAdd()
    field.current?.focus()
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    onPasteMany(text)
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Dodavanje gosta" className="poster-list-add">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block font-semibold">
          Ime i prezime
        </label>
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the keyboard comes back from the other form
          autoFocus={takesFocus}
          id={id}
          value={name}
          onChange={(event) => onName(event.target.value)}
          onPaste={paste}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="done"
          className="poster-input"
        />
      </div>
      <button
        type="submit"
        aria-disabled={isBusy || undefined}
        aria-busy={isBusy || undefined}
        disabled={!isAwake}
        className="poster-button bg-ink text-paper"
      >
        {isBusy && <Spinner />}
        Dodaj
      </button>
    </form>
  )
}
