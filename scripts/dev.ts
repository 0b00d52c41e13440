import { bundleServer } from './lib/build'
import { print, runCommand } from './lib/command'
import { prepareEnvironment, readSettings, seedDemoContent } from './lib/environment'
import { requireFreePort, runServer, waitUntilReady } from './lib/server'

/** `npm run dev`: serves the product, and reloads sources as they change. */
await runCommand(async () => {
  await requireFreePort(readSettings())
  const { settings, stop } = await prepareEnvironment()
  try {
    if (settings.DEMO) await seedDemoContent()
    await bundleServer('development')
    const { child, ended } = runServer('development', settings)
    waitUntilReady(settings, child).then(
      () => print(`\nThe development server is at ${settings.PUBLIC_URL}`),
      // Either the server has ended, which is handled below, or its first compilation takes long.
      () => {},
    )
    await ended
  } finally {
    await stop()
  }
})
