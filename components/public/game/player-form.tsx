import { type FormEvent, useEffect, useRef, useState } from 'react'
import { cleanName, emailProblem, LONGEST_NAME, nameProblem } from '@/lib/leaderboard/rules'
import { TextField } from '../signups/signup-form'
import { keptPlayer, type Player } from './kept'

interface Props {
  player: Player | null
  /** What the server found wrong, by field. */
  faults: Record<string, string[]>
  /** It was asked for, so the keyboard goes there. */
  takesFocus: boolean
  /** Until the script is awake the browser would send the fields as an address. */
  isAwake: boolean
  onDone: () => void
  onCancel: (() => void) | null
  termsAddress: string | null
}

/** Nickname and e-mail; kept on this device, sent only with a score. */
export function PlayerForm(props: Props) {
  const { player, faults, takesFocus, isAwake, onDone, onCancel, termsAddress } = props
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({
    name: faults.name?.[0],
    email: faults.email?.[0],
  })

  useEffect(() => {
    if (!takesFocus) return
    const field = form.current?.elements.namedItem(faults.email && !faults.name ? 'email' : 'name')
    if (field instanceof HTMLInputElement) field.focus()
  }, [takesFocus, faults])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = cleanName(String(data.get('name')))
    const email = String(data.get('email')).trim().toLowerCase()
    const found = {
      name: nameProblem(name) ?? undefined,
      email: emailProblem(email) ?? undefined,
    }
    setErrors(found)
    if (found.name || found.email) {
      const wrong = event.currentTarget.elements.namedItem(found.name ? 'name' : 'email')
      return (wrong as HTMLInputElement).focus()
    }
    keptPlayer.set({ name, email })
    onDone()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-4 flex flex-col gap-4">
      <TextField
        id="nadimak"
        name="name"
        label="Nadimak"
        defaultValue={player?.name}
        maxLength={LONGEST_NAME * 2}
        autoComplete="nickname"
        error={errors.name}
      />
      <TextField
        id="adresa"
        name="email"
        label="E-pošta"
        type="email"
        defaultValue={player?.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <p className="text-sm">
        Nadimak i rezultat vide svi. Adresu vide samo organizatori: po njoj znaju koji je rezultat
        tvoj i javljaju ti se za nagradu. Oboje pamti i ovaj uređaj.{' '}
        {termsAddress && (
          <a href={termsAddress} className="poster-link">
            Uvjeti korištenja
          </a>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <button type="submit" disabled={!isAwake} className="poster-button bg-ink text-paper">
          Spremi
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel} className="poster-plain">
            Odustani
          </button>
        )}
      </div>
    </form>
  )
}
