import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Spinner } from '@/components/ui/spinner'
import { useIsHydrated } from '@/components/ui/use-is-hydrated'
import { cleanName, emailProblem, MAX_NAME_LENGTH, nameProblem } from '@/lib/leaderboard/rules'
import { withoutInvisible } from '@/lib/text/clean'
import { TextField } from '../text-field'
import { type Player, storedPlayer } from './game-storage'
import type { Outcome } from './scores'

interface Props {
  player: Player | null
  /**
   * The form that was opened on request, with validation errors of the server by field. Null if it
   * was not opened.
   */
  form: { serverErrors: Record<string, string[]> } | null
  onOpen: () => void
  onClose: () => void
  onPlayer: () => void
  onForget: () => void
  outcome: Outcome | null
  isSending: boolean
  onRetry: () => void
  termsAddress: string | null
}

const NO_ERRORS = {}

/**
 * Card with the player's nickname, or with the form for it, and with the outcome of the last score.
 */
export function PlayerCard(props: Props) {
  const { player, form, onOpen, onClose, onPlayer, outcome, isSending, onRetry } = props
  const isHydrated = useIsHydrated()
  const serverErrors = form?.serverErrors ?? NO_ERRORS

  return (
    <section aria-labelledby="igrac" className="poster-player">
      <h2 id="igrac" className="poster-type text-4xl">
        Tko igra?
      </h2>
      {player && !form ? (
        <>
          <p className="mt-3 text-lg [overflow-wrap:anywhere]">
            Rezultati se upisuju pod nadimkom <strong>{player.name}</strong>.
          </p>
          <div className="mt-2 flex flex-wrap gap-x-6">
            <button type="button" onClick={onOpen} className="poster-plain">
              Promijeni
            </button>
            <button type="button" onClick={props.onForget} className="poster-plain">
              Zaboravi me na ovom uređaju
            </button>
          </div>
        </>
      ) : (
        <PlayerForm
          // Resets the form only when the server's validation errors change, so that a half-typed
          // nickname is kept otherwise.
          key={JSON.stringify(serverErrors)}
          player={player}
          serverErrors={serverErrors}
          takesFocus={form !== null}
          isHydrated={isHydrated}
          onDone={onPlayer}
          onCancel={player ? onClose : null}
          termsAddress={props.termsAddress}
        />
      )}
      <div role="status" className="font-semibold">
        {isSending && (
          <p className="mt-4 flex items-center gap-3">
            <Spinner /> Šaljemo rezultat
          </p>
        )}
        {!isSending && outcome && <p className="mt-4">{outcome.text}</p>}
      </div>
      {outcome?.tone === 'waiting' && (
        <button
          type="button"
          disabled={isSending}
          onClick={onRetry}
          className="poster-button mt-3 bg-ink text-paper"
        >
          Pošalji sada
        </button>
      )}
    </section>
  )
}

interface FormProps {
  player: Player | null
  /** Validation errors of the server, by field. */
  serverErrors: Record<string, string[]>
  /** Whether the form was opened on request and therefore takes the keyboard focus. */
  takesFocus: boolean
  /**
   * Whether React has hydrated the page. Before that, a submit would put the fields into the URL.
   */
  isHydrated: boolean
  onDone: () => void
  onCancel: (() => void) | null
  termsAddress: string | null
}

/** Form for nickname and e-mail. Both are stored in the browser, and sent only with a score. */
function PlayerForm(props: FormProps) {
  const { player, serverErrors, takesFocus, isHydrated, onDone, onCancel, termsAddress } = props
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({
    name: serverErrors.name?.[0],
    email: serverErrors.email?.[0],
  })

  useEffect(() => {
    if (!takesFocus) return
    const fieldName = serverErrors.email && !serverErrors.name ? 'email' : 'name'
    function focusField() {
      const field = form.current?.elements.namedItem(fieldName)
      if (field instanceof HTMLInputElement) field.focus()
    }
    if (!document.fullscreenElement) return focusField()
    // While another element is in full screen, no field can take the focus: waits until it ends.
    document.addEventListener('fullscreenchange', focusField, { once: true })
    return () => document.removeEventListener('fullscreenchange', focusField)
  }, [takesFocus, serverErrors])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const name = cleanName(String(data.get('name')))
    const email = withoutInvisible(String(data.get('email')))
      .trim()
      .toLowerCase()
    const problems = {
      name: nameProblem(name) ?? undefined,
      email: emailProblem(email) ?? undefined,
    }
    setErrors(problems)
    if (problems.name || problems.email) {
      const invalidField = event.currentTarget.elements.namedItem(problems.name ? 'name' : 'email')
      return (invalidField as HTMLInputElement).focus()
    }
    storedPlayer.set({ name, email })
    onDone()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-4 flex flex-col gap-4">
      <TextField
        id="nadimak"
        name="name"
        label="Nadimak"
        defaultValue={player?.name}
        maxLength={MAX_NAME_LENGTH * 2}
        autoComplete="nickname"
        error={errors.name}
      />
      <TextField
        id="adresa"
        name="email"
        label="E-mail"
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
        <button type="submit" disabled={!isHydrated} className="poster-button bg-ink text-paper">
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
