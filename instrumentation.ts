import type { Instrumentation } from 'next'

/** Runs once when an instance starts: keep the door, listen for the others, take up jobs. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (process.env.NEXT_PHASE === 'phase-production-build') return
  const { getConfig } = await import('./lib/config/settings')
  const config = getConfig()
  const { measureLoad } = await import('./lib/metrics/recent-failures')
  measureLoad()
  if (config.METRICS_TOKEN) (await import('./lib/metrics/observe-request')).measureProcess()
  const { installRequestPipeline } = await import('./lib/server/door')
  installRequestPipeline(config)
  const { shutDownGracefully } = await import('./lib/server/shutdown')
  if (process.env.NEXT_MANUAL_SIG_HANDLE) shutDownGracefully()
  const { startBackground } = await import('./lib/background/start')
  const { logError, safeErrorMessage } = await import('./lib/log/log')
  // Next.js would keep what failed for ever, and answer nobody: whoever looks after us starts anew.
  await startBackground().catch((error: unknown) => {
    logError(`The instance could not start: ${safeErrorMessage(error)}`)
    process.exit(1)
  })
}

/** A page that could not be made: its visitor is shown the digest, which the log so tells. */
export const onRequestError: Instrumentation.onRequestError = async (error, _, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { recordPageError } = await import('./lib/metrics/observe-request')
  recordPageError(error, routePath)
}
