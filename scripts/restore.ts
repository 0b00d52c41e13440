import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { BackupError, type Erasure, loadFestival, type Restored } from '@/db/backup'
import { connect } from '@/db/pool'
import { CACHE_TAGS } from '@/lib/cache/tags'
import { signalAtCommit } from '@/lib/jobs/signals'
import { print, runCommand, UserError } from './lib/command'
import { prepareEnvironment } from './lib/environment'

const USAGE = 'npm run restore -- FILE [--replace]'

/** Format of a list of erasures, as `npm run backup` writes it. */
const erasures = z.array(z.tuple([z.string(), z.string(), z.iso.datetime()]))

/**
 * `npm run restore`: loads a backup into the database of the settings. The server may be running or
 * stopped.
 */
await runCommand(async () => {
  const args = process.argv.slice(2)
  const [file, ...otherArgs] = args.filter((arg) => arg !== '--replace')
  if (!file || otherArgs.length > 0) throw new UserError(`Name one backup file. Usage: ${USAGE}`)
  if (!existsSync(file)) throw new UserError(`There is no file ${file}. Usage: ${USAGE}`)
  const { settings, stop } = await prepareEnvironment({ share: true })
  const { sql, db } = connect(settings.DATABASE_URL, { max: 1 })
  try {
    const replace = args.includes('--replace')
    const lists = readErasureLists(file)
    const restored = await loadFestival(db, createReadStream(file), { replace, lists })
    await signalAtCommit(db, { id: crypto.randomUUID(), from: 'restore', tags: CACHE_TAGS })
    for (const line of report(restored)) print(line)
  } catch (error) {
    if (error instanceof BackupError) throw new UserError(error.message)
    throw error
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})

/**
 * Reads all lists of erasures in the folder of the backup, because those of later backups apply
 * too. Throws a UserError for an invalid list.
 */
function readErasureLists(file: string): Erasure[][] {
  const folder = dirname(file)
  const names = readdirSync(folder).filter((name) => name.endsWith('.erasures'))
  return names.map((name) => {
    try {
      return erasures.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch {
      throw new UserError(
        `${join(folder, name)} is not a list of erasures. Nothing was changed. Correct the file, or move it to another folder if it belongs to no backup.`,
      )
    }
  })
}

/** Returns the lines to print: what was restored, and what the operator must check now. */
function report(restored: Restored): string[] {
  const { made, rows, erased, sponsors, bands, staff, mails, hasEdition } = restored
  const tasks = [
    sponsors.length > 0 &&
      `The links of these sponsors are those of the backup again: ${sponsors.join(', ')}. If a link was replaced because it had leaked, replace it again.`,
    bands.length > 0 &&
      `The deleted contacts of these bands are restored: ${bands.join(', ')}. Delete them again if they should stay deleted.`,
    staff > 0 && `${staff} users have the privilege of the backup again. Check it under Korisnici.`,
    mails > 0 &&
      `${mails} mails are queued as in the backup. Some of them may have been sent since then.`,
    hasEdition &&
      'An edition was ended after this backup, and its personal data is restored. End it again if you did not intend that.',
  ].filter((line) => line !== false)
  return [
    `The festival is as it was at ${made}: ${rows} rows.`,
    'All users must sign in again, and all gate devices must be paired again.',
    ...(erased > 0
      ? [`Erased again, because they were erased after the backup: ${erased} records.`]
      : []),
    ...(tasks.length > 0 ? ['Check this now:', ...tasks.map((line) => `- ${line}`)] : []),
  ]
}
