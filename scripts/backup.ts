import { createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dumpFestival, readErasures } from '@/db/backup'
import { connect } from '@/db/pool'
import { print, runCommand, UserError } from './lib/command'
import { prepareEnvironment } from './lib/environment'
import { codeOf } from './lib/error-code'

const CANNOT_WRITE = new Set<unknown>(['ENOENT', 'EACCES', 'ENOSPC'])

/**
 * `npm run backup`: writes the whole festival to one file. The server may be running or stopped.
 */
await runCommand(async () => {
  const [file = `festival-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}.backup`] =
    process.argv.slice(2)
  const { settings, stop } = await prepareEnvironment({ share: true, migrate: false })
  const { sql } = connect(settings.DATABASE_URL, { max: 1 })
  const unfinished = `${file}.${process.pid}`
  try {
    const rows = await dumpFestival(sql, createWriteStream(unfinished, { mode: 0o600 }))
    renameSync(unfinished, file)
    writeFileSync(`${file}.erasures`, JSON.stringify(await readErasures(sql)), { mode: 0o600 })
    print(
      `${file} contains the whole festival: ${rows} rows. It contains personal data, so store it safely, together with ${file}.erasures.`,
    )
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof Error && CANNOT_WRITE.has(codeOf(error)))
      throw new UserError(`The backup could not be written (${error.message}). Name another file.`)
    throw error
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})
