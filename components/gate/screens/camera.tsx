import type { IScannerHandle, Scanner, ScannerErrorKind } from '@yudiel/react-qr-scanner'
import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CameraStatus } from './use-gate'

const SENTENCES: Partial<Record<ScannerErrorKind, string>> = {
  'permission-denied':
    'Kamera je blokirana. Dodirnite ikonu pokraj adrese stranice, dopustite kameru i pokušajte ponovno.',
  security:
    'Kamera je blokirana. Dodirnite ikonu pokraj adrese stranice, dopustite kameru i pokušajte ponovno.',
  'no-camera': 'Na ovom uređaju nema kamere. Potražite gosta po imenu ili upišite kod s karte.',
  'in-use': 'Kameru koristi druga aplikacija. Zatvorite je i pokušajte ponovno.',
  aborted: 'Kameru koristi druga aplikacija. Zatvorite je i pokušajte ponovno.',
  'insecure-context':
    'Kamera radi samo preko sigurne veze. Otvorite stranicu na adresi koja počinje s https://.',
  unsupported:
    'Ovaj preglednik ne može koristiti kameru. Otvorite stranicu u Chromeu ili Safariju.',
}

/** Returns a Croatian message that says what to do when the camera does not start. */
export const cameraProblem = (kind: ScannerErrorKind) =>
  SENTENCES[kind] ?? 'Kamera se nije pokrenula. Pokušajte ponovno ili potražite gosta po imenu.'

const STATUS: Partial<Record<ScannerErrorKind, CameraStatus>> = {
  'permission-denied': 'denied',
  security: 'denied',
  'no-camera': 'missing',
  overconstrained: 'missing',
  unsupported: 'missing',
  'insecure-context': 'missing',
}

/**
 * Returns the status of the camera in the open scanner, for the gate board, which shows a remedy for
 * `denied` and `missing`. Other problems are `off`, for example a camera that another app uses.
 */
export function cameraStatus(problem: ScannerErrorKind | null, hasDecoder: boolean): CameraStatus {
  if (problem) return STATUS[problem] ?? 'off'
  return hasDecoder ? 'on' : 'off'
}

export const DECODER_PROBLEM =
  'Čitač kodova se nije učitao. Provjerite mrežu i pokušajte ponovno, ili potražite gosta po imenu.'

/**
 * URL of the WebAssembly of the QR decoder on our own origin. By default the scanner library
 * fetches it from a public CDN. A unit test verifies that the file matches the library's script.
 */
const WASM_URL = new URL(
  '../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  import.meta.url,
).toString()

type ScannerComponent = typeof Scanner

async function fetchScanner(): Promise<ScannerComponent> {
  // Fetched here, because the decoder would never retry a failed download.
  const [module, wasm] = await Promise.all([import('@yudiel/react-qr-scanner'), fetch(WASM_URL)])
  if (!wasm.ok) throw new Error(`loading the decoder failed with status ${wasm.status}`)
  const wasmBinary = await wasm.arrayBuffer()
  await module.prepareZXingModule({
    overrides: { wasmBinary, locateFile: () => WASM_URL },
    fireImmediately: true,
  })
  return module.Scanner
}

let loading: Promise<ScannerComponent> | null = null

/** Loads the scanner once for all callers. After a failure, the next call tries again. */
function load(): Promise<ScannerComponent> {
  loading ??= fetchScanner().catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/**
 * Loads the scanner when the component is mounted. `retry` loads it again after a failure, such as
 * a lost network.
 */
export function useDecoder() {
  const [scanner, setScanner] = useState<ScannerComponent | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const retry = useCallback(() => {
    setHasFailed(false)
    load().then(
      (component) => setScanner(() => component),
      () => setHasFailed(true),
    )
  }, [])

  useEffect(retry, [retry])

  return { scanner, hasFailed, retry }
}

interface Props {
  scanner: ScannerComponent
  /** Called several times a second with the texts of all codes in one video frame. */
  onSee: (texts: string[]) => void
  onProblem: (kind: ScannerErrorKind) => void
}

const FORMATS = ['qr_code' as const]
/**
 * Interval in ms at which video frames are decoded: short enough for a queue, long enough to save
 * the battery.
 */
const DECODE_INTERVAL_MS = 120
/** Preferred resolution of the video in px. An old phone with a lower resolution still scans. */
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }
const BACK_CAMERA: MediaTrackConstraints = { ...SIZE, facingMode: { ideal: 'environment' } }
const STYLES = { container: { aspectRatio: 'auto' } }
const NO_EXTRAS = { finder: false, torch: false }

const BUTTON =
  'flex min-h-14 items-center gap-2 rounded-full bg-black/70 px-5 text-lg font-semibold text-white'

/**
 * Calls `onLoss` once when a playing video stops: the camera was taken away, or delivered no frame
 * for a short time. The scanner library then stops decoding without reporting an error.
 */
function onLost(video: HTMLVideoElement, onLoss: () => void) {
  let hasPlayed = false
  const over = new AbortController()
  const reportLoss = () => {
    if (over.signal.aborted) return
    over.abort()
    onLoss()
  }
  const checkVideo = () => {
    if (over.signal.aborted || !hasPlayed || video.readyState > video.HAVE_CURRENT_DATA) return
    if (video.readyState < video.HAVE_CURRENT_DATA) reportLoss()
    else requestAnimationFrame(checkVideo)
  }
  const { signal } = over
  video.addEventListener('waiting', checkVideo, { signal })
  // Not a loss: the scanner itself has released the camera.
  video.addEventListener('emptied', () => (hasPlayed = false), { signal })
  const onPlaying = () => {
    hasPlayed = true
    const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? []
    track?.addEventListener('ended', reportLoss, { signal })
  }
  video.addEventListener('playing', onPlaying, { signal })
  return () => over.abort()
}

/** Live video of the camera. It decodes QR codes continuously, also while a verdict covers it. */
export function Camera({ scanner: Scanner, onSee, onProblem }: Props) {
  const handle = useRef<IScannerHandle>(null)
  const [constraints, setConstraints] = useState(BACK_CAMERA)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [cameras, setCameras] = useState<MediaDeviceInfo[]>([])
  const [isTorchOn, setIsTorchOn] = useState(false)
  /** Number of times that the video was lost. The scanner starts again each time. */
  const [losses, setLosses] = useState(0)
  const isHidden = useIsHidden()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted scanner has another video
  useEffect(() => {
    const video = handle.current?.getVideoElement()
    if (!video) return
    const onPlaying = async () => {
      setTrack((video.srcObject as MediaStream | null)?.getVideoTracks()[0] ?? null)
      setIsTorchOn(false)
      const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
      setCameras(devices.filter((device) => device.kind === 'videoinput'))
    }
    video.addEventListener('playing', onPlaying)
    const removeListeners = onLost(video, () => setLosses((count) => count + 1))
    return () => {
      video.removeEventListener('playing', onPlaying)
      removeListeners()
    }
  }, [losses])

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
        key={losses}
        ref={handle}
        formats={FORMATS}
        constraints={constraints}
        retryDelay={DECODE_INTERVAL_MS}
        scanDelay={0}
        allowMultiple
        sound={false}
        startTimeoutMs={10_000}
        // Browsers take the camera from a hidden page. Pausing releases the camera, and resuming
        // requests it again.
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
            <span>Svjetlo</span>
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
    const update = () => setIsHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isHidden
}

/**
 * Keeps the screen of the phone on while the scanner is open, if the browser supports wake locks.
 */
export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    // The browser releases the wake lock when the page is hidden, so it is requested again.
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null
      if (isOver) void lock?.release()
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release()
    }
  }, [])
}
