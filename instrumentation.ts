/** Runs once when an instance starts: keep the door, listen for the others, take up jobs. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  if (process.env.NEXT_PHASE === 'phase-production-build') return
  const { getConfig } = await import('./lib/config')
  const { keepTheDoor } = await import('./lib/http/door')
  keepTheDoor(getConfig().TRUST_PROXY)
  const { leaveInOrder } = await import('./lib/life')
  if (process.env.NEXT_MANUAL_SIG_HANDLE) leaveInOrder()
  const { startBackground } = await import('./lib/background')
  await startBackground()
}
