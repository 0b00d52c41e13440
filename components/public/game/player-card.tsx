import { Spinner } from '@/components/ui/spinner'
import { keptEntry, keptPlayer, type Player, useIsAwake } from './kept'
import { PlayerForm } from './player-form'
import type { Outcome } from './use-submission'

interface Props {
  player: Player | null
  /** Open on purpose, maybe with what the server found wrong. */
  form: { faults: Record<string, string[]> } | null
  onOpen: () => void
  onClose: () => void
  onPlayer: () => void
  outcome: Outcome | null
  isSending: boolean
  onRetry: () => void
  termsAddress: string | null
}

/** Who plays, asked once, and what has become of the last score. */
export function PlayerCard(props: Props) {
  const { player, form, onOpen, onClose, onPlayer, outcome, isSending, onRetry } = props
  const isAwake = useIsAwake()

  function forget() {
    keptPlayer.set(null)
    keptEntry.set(null)
  }

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
            <button type="button" onClick={forget} className="poster-plain">
              Zaboravi me na ovom uređaju
            </button>
          </div>
        </>
      ) : (
        <PlayerForm
          key={JSON.stringify(form?.faults)}
          player={player}
          faults={form?.faults ?? {}}
          takesFocus={form !== null}
          isAwake={isAwake}
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
