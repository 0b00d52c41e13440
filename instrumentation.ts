/** Runs once when an instance starts: listen for the other instances, take up jobs. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (process.env.NEXT_PHASE === 'phase-production-build') return
  const { startBackground } = await import('./lib/jobs/background')
  await startBackground()
}
