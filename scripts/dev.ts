import { prepareEnvironment, readSettings, seedDemoContent } from './lib/environment'
import { runCommand } from './lib/say'
import { requireFreePort, runNext } from './lib/server'

/** `npm run dev`: the same product with sources reloaded as they change. */
await runCommand(async () => {
  await requireFreePort(readSettings())
  const { settings, stop } = await prepareEnvironment()
  try {
    if (settings.DEMO) await seedDemoContent()
    await runNext('dev', settings).ended
  } finally {
    await stop()
  }
})
