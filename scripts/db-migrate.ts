import { print, runCommand } from './lib/command'
import { prepareEnvironment } from './lib/environment'

/** `npm run db:migrate`: applies all migrations of this version to the database, and ends. */
await runCommand(async () => {
  const { stop } = await prepareEnvironment({ share: true })
  await stop()
  print('The database is up to date.')
})
