import type { ScannerErrorKind } from '@yudiel/react-qr-scanner'
import { CameraOff, Volume2, VolumeOff, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { store } from '../stored'
import { MUTED_KEY, wakeSound } from '../verdict/signals'
import type { Verdict } from '../verdict/verdict'
import { VerdictScreen } from '../verdict/verdict-screen'
import { Camera } from './camera'
import { cameraProblem, DECODER_PROBLEM } from './camera-problem'
import { LastVerdict } from './last-verdict'
import { useCheckIn } from './use-check-in'
import { useDecoder } from './use-decoder'
import { useWakeLock } from './use-wake-lock'

interface Props {
  isMuted: boolean
  /** How many this phone has admitted tonight. */
  admitted: number
  onVerdict: (verdict: Verdict) => void
  onClose: () => void
}

const ROUND = 'grid size-14 place-items-center rounded-full hover:bg-panel-2'

/** The scanner: camera, verdict, next person, without a tap between them. Always dark. */
export function ScannerDialog({ isMuted, admitted, onVerdict, onClose }: Props) {
  const { verdict, last, isAsking, see, retry, dismiss } = useCheckIn(onVerdict)
  const decoder = useDecoder()
  const [problem, setProblem] = useState<ScannerErrorKind | null>(null)
  useWakeLock()

  const startAgain = () => {
    setProblem(null)
    if (decoder.hasFailed) decoder.retry()
  }
  const trouble = decoder.hasFailed ? DECODER_PROBLEM : problem && cameraProblem(problem)

  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (!verdict) return
            event.preventDefault()
            dismiss()
          }}
          className="dark fixed inset-0 z-50 flex flex-col bg-ground pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] text-text"
        >
          <header className="flex items-center gap-2 px-3 py-2">
            <Radix.Title className="mr-auto text-xl font-bold">
              Skener
              <span className="block text-base font-semibold text-muted">
                Noćas propušteno: <span className="tabular-nums">{admitted}</span>
              </span>
            </Radix.Title>
            <button
              type="button"
              aria-label="Zvuk"
              aria-pressed={!isMuted}
              onClick={() => {
                wakeSound()
                store(MUTED_KEY, isMuted ? '0' : '1')
              }}
              className={ROUND}
            >
              {isMuted ? <VolumeOff aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
            </button>
            <Radix.Close aria-label="Zatvori skener" className={ROUND}>
              <X aria-hidden="true" />
            </Radix.Close>
          </header>

          <div className="relative min-h-0 flex-1 overflow-hidden bg-black">
            {trouble ? (
              <Trouble sentence={trouble} onRetry={startAgain} onClose={onClose} />
            ) : decoder.scanner ? (
              <>
                <Camera scanner={decoder.scanner} onSee={see} onProblem={setProblem} />
                <Aim isAsking={isAsking} />
              </>
            ) : (
              <p role="status" className="grid h-full place-items-center text-lg">
                <span className="flex items-center gap-3">
                  <Spinner /> Pokrećem kameru…
                </span>
              </p>
            )}
          </div>
          <LastVerdict verdict={last} />

          {verdict && verdict.kind !== 'offline' && (
            <button
              type="button"
              aria-label="Sljedeći gost"
              onClick={dismiss}
              className="absolute inset-0"
            />
          )}
          <div aria-live="assertive" aria-atomic="true">
            {verdict && (
              <VerdictScreen
                key={verdict.kind}
                verdict={verdict}
                actions={
                  verdict.kind === 'offline' && (
                    <>
                      <Button
                        look="primary"
                        className="min-h-16 text-xl"
                        pending={isAsking}
                        onClick={retry}
                      >
                        {isAsking ? 'Pokušavam…' : 'Pokušaj ponovno'}
                      </Button>
                      <Button className="min-h-16 text-xl" onClick={dismiss}>
                        Odustani od ovog koda
                      </Button>
                    </>
                  )
                }
              />
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Where to hold the code, and that one was read while its answer is on the way. */
function Aim({ isAsking }: { isAsking: boolean }) {
  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-5">
      <div className="size-[min(68vmin,24rem)] rounded-3xl border-4 border-white/85 shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)]" />
      <p className="relative flex items-center gap-2 rounded-full bg-black/70 px-5 py-2 text-lg font-semibold text-white">
        {isAsking && <Spinner />}
        {isAsking ? 'Provjeravam…' : 'Uperite kameru u QR kod'}
      </p>
    </div>
  )
}

function Trouble(props: { sentence: string; onRetry: () => void; onClose: () => void }) {
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-5 p-6 text-center">
      <CameraOff aria-hidden="true" className="size-16 text-warn" />
      <p role="alert" className="text-xl font-semibold text-balance">
        {props.sentence}
      </p>
      <div className="grid w-full gap-3">
        <Button look="primary" className="min-h-14 text-lg" onClick={props.onRetry}>
          Pokušaj ponovno
        </Button>
        <Button className="min-h-14 text-lg" onClick={props.onClose}>
          Traži po imenu
        </Button>
      </div>
    </div>
  )
}
