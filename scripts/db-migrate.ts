import { prepareEnvironment } from './lib/environment'
import { main, say } from './lib/say'

/** `npm run db:migrate`: brings the database up to this version and stops. */
await main(async () => {
  const { stop } = await prepareEnvironment({ share: true })
  await stop()
  say('The database is up to date.')
})
