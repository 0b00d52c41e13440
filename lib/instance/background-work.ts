import { processSingleton } from '@/db/process-singleton.mjs'

type Stop = () => Promise<void>

/** Hands the background work over from instrumentation.ts, which starts it, to server.ts. */
function createHandover() {
  let stop: Stop = async () => {}
  let markStarted = () => {}
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })
  return {
    started,
    stop: () => stop(),
    /** Tells the server that all background work runs, and how it is stopped. */
    setStarted: (stopAll: Stop) => {
      stop = stopAll
      markStarted()
    },
  }
}

export const backgroundWork = processSingleton('ready', createHandover)
