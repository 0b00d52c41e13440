import type { Instrumentation } from 'next'

/**
 * Starts the metrics and the background work of an instance. server.ts waits for the background
 * work.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (process.env.NEXT_PHASE === 'phase-production-build') return
  const { getConfig } = await import('./lib/config/settings')
  const { measureLoad } = await import('./lib/metrics/recent-failures')
  measureLoad()
  if (getConfig().METRICS_TOKEN) (await import('./lib/metrics/observe-request')).measureProcess()
  const { startBackground } = await import('./lib/background/start')
  const { backgroundWork } = await import('./lib/instance/background-work')
  const { logError, safeErrorMessage } = await import('./lib/log/log')
  await startBackground().then(backgroundWork.setStarted, (error: unknown) => {
    logError(`The instance could not start: ${safeErrorMessage(error)}`)
    process.exit(1)
  })
}

/** Logs a failed page render under the digest that its visitor sees. */
export const onRequestError: Instrumentation.onRequestError = async (error, _, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { recordPageError } = await import('./lib/metrics/observe-request')
  recordPageError(error, routePath)
}
