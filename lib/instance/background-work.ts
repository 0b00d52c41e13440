import { processSingleton } from '@/db/process-singleton.mjs'

type Stop = () => Promise<void>

/**
 * Creates the object that connects instrumentation.ts, which starts the background work, with
 * server.ts, which waits for it and stops it.
 */
function createHandover() {
  let stop: Stop = async () => {}
  let markStarted = () => {}
  const started = new Promise<void>((resolve) => {
    markStarted = resolve
  })
  return {
    started,
    stop: () => stop(),
    /**
     * Resolves `started` for the server when all background work runs, and stores how to stop it.
     */
    setStarted: (stopAll: Stop) => {
      stop = stopAll
      markStarted()
    },
  }
}

export const backgroundWork = processSingleton('ready', createHandover)
