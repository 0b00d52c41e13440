import type { IScannerHandle, ScannerErrorKind } from '@yudiel/react-qr-scanner'
import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ScannerComponent } from './use-decoder'

interface Props {
  scanner: ScannerComponent
  /** The texts of all codes in one picture, several times a second. */
  onSee: (texts: string[]) => void
  onProblem: (kind: ScannerErrorKind) => void
}

const FORMATS = ['qr_code' as const]
/** A picture is looked at this often, in ms: quick for a queue, light on a battery. */
const LOOK_EVERY = 120
/** A wish, not a demand: an old phone with less still scans. */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }
const BACK_CAMERA: MediaTrackConstraints = { ...SIZE, facingMode: { ideal: 'environment' } }
const STYLES = { container: { aspectRatio: 'auto' } }
const NO_EXTRAS = { finder: false, torch: false }

const BUTTON =
  'flex min-h-14 items-center gap-2 rounded-full bg-black/70 px-5 text-lg font-semibold text-white'

/** The live picture; reads codes all the time, also underneath a verdict. */
export function Camera({ scanner: Scanner, onSee, onProblem }: Props) {
  const handle = useRef<IScannerHandle>(null)
  const [constraints, setConstraints] = useState(BACK_CAMERA)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const [isTorchOn, setIsTorchOn] = useState(false)
  const isHidden = useIsHidden()

  useEffect(() => {
    const video = handle.current?.getVideoElement()
    const onPlaying = async () => {
      setTrack((video?.srcObject as MediaStream | null)?.getVideoTracks()[0] ?? null)
      setIsTorchOn(false)
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      setCameras(devices.filter((device) => device.kind === 'videoinput'))
    }
    video?.addEventListener('playing', onPlaying)
    return () => video?.removeEventListener('playing', onPlaying)
  }, [])

  const hasTorch = Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch)
  const switchTorch = () => {
    const torch = { torch: !isTorchOn } as MediaTrackConstraintSet
    track?.applyConstraints({ advanced: [torch] }).then(
      () => setIsTorchOn(!isTorchOn),
      () => setIsTorchOn(false),
    )
  }

  const nextCamera = () => {
    const current = cameras.findIndex(({ deviceId }) => deviceId === track?.getSettings().deviceId)
    const next = cameras[(current + 1) % cameras.length]
    if (next) setConstraints({ ...SIZE, deviceId: { exact: next.deviceId } })
  }

  return (
    <>
      <Scanner
        ref={handle}
        formats={FORMATS}
        constraints={constraints}
        retryDelay={LOOK_EVERY}
        scanDelay={0}
        allowMultiple
        sound={false}
        startTimeoutMs={10_000}
        // A hidden page loses its camera; pausing gives it back and takes it again in order.
        paused={isHidden}
        components={NO_EXTRAS}
        styles={STYLES}
        onScan={(codes) => onSee(codes.map((code) => code.rawValue))}
        onError={({ kind }) => onProblem(kind)}
      />
      <div className="absolute inset-x-0 bottom-3 flex justify-center gap-3">
        {hasTorch && (
          <button type="button" aria-pressed={isTorchOn} onClick={switchTorch} className={BUTTON}>
            {isTorchOn ? <FlashlightOff aria-hidden="true" /> : <Flashlight aria-hidden="true" />}
            Svjetlo
          </button>
        )}
        {cameras.length > 1 && (
          <button type="button" onClick={nextCamera} className={BUTTON}>
            <SwitchCamera aria-hidden="true" /> Druga kamera
          </button>
        )}
      </div>
    </>
  )
}

function useIsHidden() {
  const [isHidden, setIsHidden] = useState(false)
  useEffect(() => {
    const look = () => setIsHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}
