import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { serviceWorkers } from '../../service-worker'
import { GateClient } from '../state/session'
import { serverFetch } from '../state/transport'

/** `denied`: the browser blocks the camera. `missing`: the phone has no camera that it can use. */
export type CameraStatus = 'on' | 'off' | 'denied' | 'missing'

/** Status values of this phone that are sent with each heartbeat. */
export const device = {
  camera: 'off' as CameraStatus,
  /** Build id of this page, as its service worker reports it; empty until then. */
  release: '',
}

async function status() {
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number }> }
  const battery = await getBattery?.call(navigator).catch(() => null)
  const { usage: used = 0, quota = 0 } = estimate ?? {}
  return { ...device, battery: battery?.level ?? null, storage: estimate ? { used, quota } : null }
}

/** Creates the gate client of this phone. The components of the page get it from `GateContext`. */
export const newGate = () => new GateClient(serverFetch, { status })
export const GateContext = createContext<GateClient | null>(null)

export function useGate() {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('useGate must be called inside the gate page')
  const state = useSyncExternalStore(
    gate.subscribe,
    () => gate.state,
    () => gate.state,
  )
  return { gate, state }
}

/**
 * Lets only one tab of a browser be the gate, because two tabs would each send half of the
 * passages. The tab opened last is the gate. Returns true in the other tabs.
 */
export function useSingleGateTab(gate: GateClient): boolean {
  const [isElsewhere, setIsElsewhere] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    const handOver = () => {
      if (isUnmounted) return
      gate.stop()
      setIsElsewhere(true)
    }
    navigator.locks?.request('gate', { steal: true }, () => new Promise(() => {})).catch(handOver)
    return () => {
      isUnmounted = true
    }
  }, [gate])
  return isElsewhere
}

/**
 * Registers the service worker of the gate and checks for new builds. A new build is fetched in the
 * background and waits. Returns a function that activates a waiting build, otherwise null.
 */
export function useServiceWorkerUpdate() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    const serviceWorker = serviceWorkers()
    if (process.env.NODE_ENV !== 'production' || !serviceWorker) return
    // Before the gate's own service worker is installed, the service worker of the public site may
    // control this page.
    const controller = () =>
      serviceWorker.controller?.scriptURL.endsWith(WORKER) ? serviceWorker.controller : null
    // The first service worker has the same build as the page. Only a later one requires a reload.
    let isFirst = controller() === null
    serviceWorker.addEventListener('controllerchange', () => {
      if (!isFirst) location.reload()
      isFirst = false
    })
    serviceWorker.addEventListener('message', ({ data }) => {
      device.release = data.release
    })
    void serviceWorker
      .register(WORKER, { scope: '/ulaz', updateViaCache: 'none' })
      .then((registration) => {
        const checkForUpdate = () => {
          registration.active?.postMessage('release')
          if (controller()) setWaiting(registration.waiting)
        }
        checkForUpdate()
        registration.addEventListener('updatefound', () =>
          registration.installing?.addEventListener('statechange', checkForUpdate),
        )
        setInterval(() => registration.update().catch(() => {}), CHECK_INTERVAL_MS)
      })
      .catch(() => {})
    void navigator.storage?.persist?.().catch(() => {})
  }, [])
  return waiting && (() => waiting.postMessage('take'))
}

const WORKER = '/ulaz-sw.js'

/** Interval in ms of the checks for a new build. */
const CHECK_INTERVAL_MS = 10 * 60_000

const CHANGED = 'gate-store'

/** Settings that the browser refused to store. They are lost when the page is closed. */
const unstored = new Map<string, string>()

function readStored(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a setting of this phone in localStorage, or in memory if the browser refuses. */
export function saveLocal(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
    unstored.delete(key)
  } catch {
    unstored.set(key, value)
  }
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('storage', onChange)
  }
}

/** Returns a setting of this phone; null if it was never set. */
export function useLocalValue(key: string): string | null {
  const snapshot = useCallback(() => readStored(key), [key])
  return useSyncExternalStore(subscribe, snapshot, () => null)
}

const TICK_MS = 5_000

/**
 * Returns the current time, updated every `everyMs`, by default 5 s. For durations
 * such as "3 min ago".
 */
export function useNow(everyMs = TICK_MS): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/**
 * Returns the time of the server as this phone estimates it, updated every 5 s. For the age of a
 * time that comes from the server, because the clock of the phone may be wrong.
 */
export function useServerNow(): Date {
  const { gate } = useGate()
  return new Date(useNow().getTime() + gate.device.persisted.ahead)
}

const WIDE = '(min-width: 1024px)'

function watchWidth(onChange: () => void) {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether the screen is wide enough for the list and the guest panel next to each other. */
export const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  )
