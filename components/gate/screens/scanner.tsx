import type { ScannerErrorKind } from '@yudiel/react-qr-scanner'
import { CameraOff, ScanQrCode, Volume2, VolumeOff, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { GateGuest } from '@/components/gate/state/guest'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import type { Direction } from '@/lib/admission/rules'
import {
  Camera,
  cameraProblem,
  cameraStatus,
  DECODER_PROBLEM,
  useDecoder,
  useWakeLock,
} from './camera'
import { Modal } from './modal'
import { MUTED_KEY, unlockSound } from './sound'
import { device, saveLocal, useGate, useLocalValue } from './use-gate'
import { useScanner } from './use-scanner'
import { LastVerdict, VerdictScreen } from './verdict-screen'
import { signal, type Verdict } from './verdicts'

interface Props {
  isMuted: boolean
  direction: Direction
  onVerdict: (verdict: Verdict) => void
  onClose: () => void
  /** Closes the scanner and opens the guest of the last verdict. */
  onOpen?: (guest: GateGuest) => void
  /** Content at the end of the header, such as the status line and the switch of the direction. */
  children: ReactNode
}

interface ScanButtonProps {
  className?: string
  onScan: () => void
  children: ReactNode
}

/** Button that opens the scanner. The press also allows the page to play sounds. */
export const ScanButton = ({ className, onScan, children }: ScanButtonProps) => (
  <Button
    look="primary"
    className={classes('min-h-16', className, 'text-xl')}
    onClick={() => {
      unlockSound()
      onScan()
    }}
  >
    <ScanQrCode aria-hidden="true" className="size-7" />
    {children}
  </Button>
)

/**
 * Returns whether this phone is muted, and a function that plays sound and vibration of a verdict.
 */
export function useAnnounce() {
  const isMuted = useLocalValue(MUTED_KEY) === '1'
  const announce = useCallback((verdict: Verdict) => signal(verdict.kind, isMuted), [isMuted])
  return { isMuted, announce }
}

const ROUND = 'grid size-14 shrink-0 place-items-center rounded-full hover:bg-panel-2'

/**
 * Full-screen scanner: reads a code, shows the verdict, and continues with the next guest without a
 * tap. Always in the dark theme.
 */
export function ScannerDialog(props: Props) {
  const { isMuted, direction, onVerdict, onClose, onOpen, children } = props
  const { gate, state } = useGate()
  const judge = useCallback(
    (code: string) => gate.decideScan({ who: { code }, direction }),
    [gate, direction],
  )
  const { verdict, last, isAsking, see, retry, dismiss } = useScanner(judge, onVerdict)
  const decoder = useDecoder()
  const [problem, setProblem] = useState<ScannerErrorKind | null>(null)
  useWakeLock()

  const camera = cameraStatus(problem, decoder.scanner !== null)
  useEffect(() => {
    device.camera = camera
    return () => {
      device.camera = 'off'
    }
  }, [camera])

  const startAgain = () => {
    setProblem(null)
    if (decoder.hasFailed) decoder.retry()
  }
  const trouble = decoder.hasFailed ? DECODER_PROBLEM : problem && cameraProblem(problem)

  return (
    <Modal isFull title="Skener" onClose={verdict ? dismiss : onClose}>
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] low:grid-cols-[minmax(0,1fr)_21rem] low:grid-rows-[auto_minmax(0,1fr)]">
        <header className="flex flex-wrap items-center gap-x-2 px-3 py-2 low:col-start-2">
          <p className="mr-auto text-lg leading-tight font-bold">
            Noćas propušteno: <span className="tabular-nums">{state.admitted}</span>
          </p>
          <button
            type="button"
            aria-label="Zvuk"
            aria-pressed={!isMuted}
            onClick={() => {
              unlockSound()
              saveLocal(MUTED_KEY, isMuted ? '0' : '1')
            }}
            className={ROUND}
          >
            {isMuted ? <VolumeOff aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          </button>
          <button type="button" aria-label="Zatvori skener" onClick={onClose} className={ROUND}>
            <X aria-hidden="true" />
          </button>
          <div className="w-full">{children}</div>
        </header>

        <div className="relative overflow-hidden bg-black low:col-start-1 low:row-span-2 low:row-start-1">
          {trouble ? (
            <Trouble sentence={trouble} onRetry={startAgain} onClose={onClose} />
          ) : decoder.scanner ? (
            <>
              <Camera scanner={decoder.scanner} onSee={see} onProblem={setProblem} />
              <Aim isAsking={isAsking} direction={direction} />
            </>
          ) : (
            <p role="status" className="grid h-full place-items-center text-lg">
              <span className="flex items-center gap-3">
                <Spinner /> Pokrećem kameru…
              </span>
            </p>
          )}
        </div>
        <LastVerdict verdict={last} onOpen={onOpen} />
      </div>

      {verdict && verdict.kind !== 'offline' && (
        <button
          type="button"
          aria-label="Sljedeći gost"
          onClick={dismiss}
          className="absolute inset-0 size-full"
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
    </Modal>
  )
}

/** Frame that shows where to hold the code, and a spinner while a scanned code is being checked. */
function Aim({ isAsking, direction }: { isAsking: boolean; direction: Direction }) {
  const isOut = direction === 'out'
  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-5">
      <div
        className={classes(
          'size-[min(68vmin,24rem)] rounded-3xl border-4 shadow-[0_0_0_200vmax_rgb(0_0_0/0.45)] low:size-[56vmin]',
          isOut ? 'border-dashed border-accent' : 'border-white/85',
        )}
      />
      <p className="relative flex items-center gap-2 rounded-full bg-black/70 px-5 py-2 text-lg font-semibold text-white">
        {isAsking && <Spinner />}
        <span>
          {isAsking ? 'Provjeravam…' : `${isOut ? 'Izlaz: u' : 'U'}perite kameru u QR kod`}
        </span>
      </p>
    </div>
  )
}

function Trouble(props: { sentence: string; onRetry: () => void; onClose: () => void }) {
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-5 overflow-y-auto p-6 text-center">
      <CameraOff aria-hidden="true" className="size-16 shrink-0 text-warn" />
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
