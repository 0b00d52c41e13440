import { buildIfStale } from './lib/build'
import { print, runCommand, UserError } from './lib/command'
import {
  prepareEnvironment,
  readFestivalName,
  readSettings,
  seedDemoContent,
} from './lib/environment'
import {
  notifyServiceManager,
  requireFreePort,
  runServer,
  terminationSignal,
  waitUntilReady,
} from './lib/server'

/** `npm start`: installs, migrates and builds whatever is missing, then serves the festival. */
await runCommand(async () => {
  const termination = terminationSignal()
  await requireFreePort(readSettings())
  const { settings, stop, lost } = await prepareEnvironment()
  try {
    if (settings.DEMO) await seedDemoContent()
    if (!termination.aborted) await buildIfStale(termination)
    if (termination.aborted) return
    const { child, ended } = runServer('production', settings)
    try {
      await waitUntilReady(settings, child)
      notifyServiceManager()
      const name = await readFestivalName(settings.DATABASE_URL)
      print(`\n${name} is served at ${settings.PUBLIC_URL}`)
      print(describeSignIn(settings))
      if (!(await Promise.race([ended, lost])))
        throw new UserError('The server ended unexpectedly. The reason is shown above.')
    } catch (error) {
      child.kill('SIGTERM')
      await ended
      throw error
    }
  } finally {
    await stop()
  }
})

function describeSignIn({
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
  const loginUrl = `${PUBLIC_URL}/admin/login`
  if (DEMO) return `Staff sign in at ${loginUrl} with one of the demo accounts offered there.`
  if (GOOGLE_CLIENT_ID)
    return `Staff sign in at ${loginUrl} with a Google account of ${GOOGLE_HOSTED_DOMAIN}.`
  return `Staff cannot sign in at ${loginUrl} until GOOGLE_CLIENT_ID is set.`
}
