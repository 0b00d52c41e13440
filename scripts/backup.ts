import { createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dumpFestival, readErasures } from '@/db/backup'
import { connect } from '@/db/client'
import { prepareEnvironment } from './lib/environment'
import { main, StartProblem, say } from './lib/say'

/** `npm run backup`: the whole festival in one file, from a running one or one that stands still. */
await main(async () => {
  const [file = `festival-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}.backup`] =
    process.argv.slice(2)
  const { settings, stop } = await prepareEnvironment({ share: true, migrate: false })
  const { sql } = connect(settings.DATABASE_URL, { max: 1 })
  const unfinished = `${file}.${process.pid}`
  try {
    const rows = await dumpFestival(sql, createWriteStream(unfinished, { mode: 0o600 }))
    renameSync(unfinished, file)
    writeFileSync(`${file}.erasures`, JSON.stringify(await readErasures(sql)), { mode: 0o600 })
    say(
      `${file} holds the festival: ${rows} rows. It is full of people's data: keep it safe, and ${file}.erasures beside it.`,
    )
  } catch (error) {
    rmSync(unfinished, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC')
      throw new StartProblem(`The backup could not be written (${message}): name another file.`)
    throw error
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})
