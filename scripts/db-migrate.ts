import { prepareEnvironment } from './lib/environment'
import { print, runCommand } from './lib/say'

/** `npm run db:migrate`: brings the database up to this version and stops. */
await runCommand(async () => {
  const { stop } = await prepareEnvironment({ share: true })
  await stop()
  print('The database is up to date.')
})
