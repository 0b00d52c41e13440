import { createReadStream, existsSync } from 'node:fs'
import { BackupProblem, loadFestival } from '@/db/backup'
import { connect } from '@/db/client'
import { notifyInvalidation } from '@/db/queries/invalidation'
import { CACHE_TAGS } from '@/lib/cache/tags'
import { prepareEnvironment } from './lib/environment'
import { main, StartProblem, say } from './lib/say'

const USAGE = 'npm run restore -- FILE [--replace]'

/** `npm run restore`: brings a backup back into the festival of the settings, running or not. */
await main(async () => {
  const args = process.argv.slice(2)
  const [file, ...more] = args.filter((arg) => arg !== '--replace')
  if (!file || more.length > 0) throw new StartProblem(`Say which backup: ${USAGE}`)
  if (!existsSync(file)) throw new StartProblem(`There is no file ${file}: ${USAGE}`)
  const { settings, stop } = await prepareEnvironment({ share: true })
  const { sql, db } = connect(settings.DATABASE_URL, { max: 1 })
  try {
    const replace = args.includes('--replace')
    const rows = await loadFestival(sql, createReadStream(file), { replace })
    await notifyInvalidation(db, { id: crypto.randomUUID(), from: 'restore', tags: CACHE_TAGS })
    say(`The festival is as it was: ${rows} rows. Whoever was signed in signs in again.`)
  } catch (error) {
    if (error instanceof BackupProblem) throw new StartProblem(error.message)
    throw error
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})
