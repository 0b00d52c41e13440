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

/** Facts that the phone reports, as far as its browser knows them. */
export const device = {
  camera: 'off' as 'on' | 'off' | 'denied' | 'missing',
  /** The build that this page is of. */
  release: '',
}

async function status() {
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number }> }
  const battery = await getBattery?.call(navigator).catch(() => null)
  const { usage: used = 0, quota = 0 } = estimate ?? {}
  return { ...device, battery: battery?.level ?? null, storage: estimate ? { used, quota } : null }
}

/** The phone's one gate; the page's parts find it here. */
export const newGate = () => new GateClient(serverFetch, { status })
export const GateContext = createContext<GateClient | null>(null)

export function useGate() {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('outside of the gate')
  const state = useSyncExternalStore(
    gate.subscribe,
    () => gate.state,
    () => gate.state,
  )
  return { gate, state }
}

/**
 * Lets only one tab of a browser be the gate, because two would each send half of the passages. The tab
 * opened last is the gate, and the others say so.
 */
export function useSingleGateTab(gate: GateClient): boolean {
  const [isElsewhere, setIsElsewhere] = useState(false)
  useEffect(() => {
    let isGone = false
    const give = () => {
      if (isGone) return
      gate.stop()
      setIsElsewhere(true)
    }
    navigator.locks?.request('gate', { steal: true }, () => new Promise(() => {})).catch(give)
    return () => {
      isGone = true
    }
  }, [gate])
  return isElsewhere
}

/**
 * Follows the service worker. A new release is fetched in the background and waits. `take` installs it, and
 * is there while one waits.
 */
export function useServiceWorkerUpdate() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    const serviceWorker = serviceWorkers()
    if (process.env.NODE_ENV !== 'production' || !serviceWorker) return
    // Until there is one of the gate's own, the public site's worker may be in control here.
    const controller = () =>
      serviceWorker.controller?.scriptURL.endsWith(WORKER) ? serviceWorker.controller : null
    // The first worker takes over a page that is its own already; only a later one replaces it.
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
        const look = () => {
          registration.active?.postMessage('release')
          if (controller()) setWaiting(registration.waiting)
        }
        look()
        registration.addEventListener('updatefound', () =>
          registration.installing?.addEventListener('statechange', look),
        )
        setInterval(() => registration.update().catch(() => {}), CHECK_EVERY)
      })
      .catch(() => {})
    void navigator.storage?.persist?.().catch(() => {})
  }, [])
  return waiting && (() => waiting.postMessage('take'))
}

const WORKER = '/ulaz-sw.js'

/** New releases are looked for this often, in ms. */
const CHECK_EVERY = 10 * 60_000

const CHANGED = 'gate-store'

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A text this phone remembers; a browser that refuses to store forgets it, no more. */
export function saveLocal(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
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

export function useLocalValue(key: string): string | null {
  const snapshot = useCallback(() => readStored(key), [key])
  return useSyncExternalStore(subscribe, snapshot, () => null)
}

const TICK = 5_000

/** Returns the current time, updated every few seconds, for durations such as "3 min ago". */
export function useNow(every = TICK): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

const WIDE = '(min-width: 1024px)'

function watchWidth(onChange: () => void) {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether there is room for list and panel side by side. */
export const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  )
