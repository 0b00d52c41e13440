import { type Db, getDb, getSql } from '@/db/pool'
import { insertImage } from '@/db/queries/images'
import { createLineupItem, type LineupRow } from '@/db/queries/lineup'
import type { ListParams } from '@/db/queries/list-query'
import { createSponsor, type SponsorRow } from '@/db/queries/sponsors'
import { randomUuidV1 } from '@/db/uuid'

/** Builds list parameters. The default is all rows. */
export const listOf = (fields: Partial<ListParams> = {}): ListParams => ({
  search: '',
  searchFields: [],
  ordering: null,
  limit: null,
  offset: 0,
  ...fields,
})

/** Runs `n` copies concurrently and returns their results. */
export const runConcurrently = <T>(n: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => run(i)))

/**
 * Starts `late` while the transaction of `first` is still open, and returns the result of `late`.
 */
export async function runDuringTransaction<T>(
  first: (tx: Db) => Promise<unknown>,
  late: () => Promise<T>,
): Promise<T> {
  let lateResult: Promise<T> | undefined
  await getDb().transaction(async (tx) => {
    await first(tx)
    lateResult = late()
    lateResult.catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  return lateResult as Promise<T>
}

const imageHash = 'c'.repeat(64)

async function makeImage(): Promise<string> {
  const bytes = Buffer.from('a picture')
  await insertImage(getDb(), { hash: imageHash, mime: 'image/webp', width: 1, height: 1, bytes })
  return imageHash
}

export async function makePerformer(name: string, slug = name.toLowerCase()): Promise<LineupRow> {
  const hash = await makeImage()
  return createLineupItem(getDb(), { name, slug, imageHash: hash, biography: '', visible: true })
}

export async function makeSponsor(fields: Partial<SponsorRow> = {}): Promise<SponsorRow> {
  const hash = await makeImage()
  const { name = 'Tvrtka', slug = randomUuidV1(), url = 'https://primjer.hr' } = fields
  const { email = 'a@primjer.hr', guestCap = 5, guestsEnabled = 1, visible = true } = fields
  const sponsor = { name, slug, url, email, guestCap, guestsEnabled, visible, imageHash: hash }
  return createSponsor(getDb(), sponsor)
}

/** Sets when the sponsors' lists close, in seconds from now. Null removes the deadline. */
export async function setDeadline(inSeconds: number | null): Promise<void> {
  await getSql()`
    update visibility_flags set at = now() + make_interval(secs => ${inSeconds})
    where name = 'SPONSORS_INPUT_TIME'`
}
