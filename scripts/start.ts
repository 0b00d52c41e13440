import { buildIfStale } from './lib/build'
import { seedDemoContent } from './lib/demo'
import { prepareEnvironment, readSettings } from './lib/environment'
import { main, StartProblem, say } from './lib/say'
import { requireFreePort, runNext, untilReady } from './lib/server'

/** `npm start`: from a fresh clone to a festival that is served. */
await main(async () => {
  await requireFreePort(readSettings())
  const { settings, stop } = await prepareEnvironment()
  try {
    if (settings.DEMO) await seedDemoContent()
    buildIfStale()
    const { child, ended } = runNext('start', settings)
    try {
      await untilReady(settings, child)
    } catch (error) {
      child.kill('SIGTERM')
      throw error
    }
    say(`\n${settings.FESTIVAL_NAME} is served at ${settings.PUBLIC_URL}`)
    say(howToSignIn(settings))
    if (!(await ended))
      throw new StartProblem('The server ended by itself; the reason stands above.')
  } finally {
    await stop()
  }
})

function howToSignIn({
  DEMO,
  GOOGLE_CLIENT_ID,
  GOOGLE_HOSTED_DOMAIN,
  PUBLIC_URL,
}: {
  DEMO: boolean
  GOOGLE_CLIENT_ID?: string
  GOOGLE_HOSTED_DOMAIN?: string
  PUBLIC_URL: string
}) {
  const at = `${PUBLIC_URL}/admin/login`
  if (DEMO) return `Staff sign in at ${at} with one of the demo accounts offered there.`
  if (GOOGLE_CLIENT_ID)
    return `Staff sign in at ${at} with a Google account of ${GOOGLE_HOSTED_DOMAIN}.`
  return `Nobody can sign in at ${at} until GOOGLE_CLIENT_ID is set.`
}
