import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import sharp from 'sharp'
import { empty } from './empty'

const TAGS = [
  'settings',
  'phase',
  'festival',
  'night',
  'lineup',
  'programme',
  'sponsors',
  'price-list',
  'translations',
  'artwork',
]

/** Notifies the instance that its pages are stale, for tests that change the database directly. */
export const invalidateAllPages = (db: Sql) =>
  db`select pg_notify('brucosijada_invalidate', ${JSON.stringify({ from: 'a test', tags: TAGS })})`

/** Stores a picture of one colour and returns its hash. */
async function addPicture(
  db: Sql,
  background: string,
  [width, height]: [number, number] = [320, 320],
): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  await db`insert into images (hash, mime, width, height, bytes)
    values (${hash}, 'image/webp', ${width}, ${height}, ${bytes}) on conflict do nothing`
  return hash
}

/** Adds performers in this order. The values are their biographies ('' for none). */
export async function addPerformers(db: Sql, acts: Record<string, string>) {
  const hash = await addPicture(db, '#e4ff3a')
  for (const [i, [name, biography]] of Object.entries(acts).entries())
    await db`insert into lineup_items (name, slug, image_hash, biography, "order")
      values (${name}, ${name.toLowerCase().replaceAll(' ', '-')}, ${hash}, ${biography}, ${i + 1})`
}

/** Adds sponsors with a picture each: `Tvrtka 1`, `Tvrtka 2` … */
export async function addSponsors(db: Sql, n: number) {
  for (let i = 1; i <= n; i++) {
    const hash = await addPicture(db, `rgb(${i * 4}, 90, 160)`)
    await db`insert into sponsors (name, slug, url, image_hash, email, "order")
      values (${`Tvrtka ${i}`}, ${randomUUID()}, ${`https://tvrtka-${i}.example`}, ${hash},
        'a@tvrtka.example', ${i})`
  }
}

type PriceRow = [category: string, name: string, order: number, euro: number, litres: number]

export async function addPrices(db: Sql, rows: PriceRow[]) {
  for (const [category, name, order, euro, litres] of rows)
    await db`insert into price_items (category, name, "order", price_eur, volume_litres)
      values (${category}, ${name}, ${order}, ${euro}, ${litres})`
}

export async function addTexts(db: Sql, texts: Record<string, string>) {
  for (const [key, value] of Object.entries(texts))
    await db`insert into translations (key, value) values (${key}, ${value})`
}

/**
 * Adds a stage with its sets. Times are minutes after `from`. A name from the line-up becomes a set
 * of that performer, any other name a title.
 */
export async function addSets(
  db: Sql,
  stage: string,
  from: Date,
  sets: [from: number, to: number, name: string][],
) {
  const at = (minutes: number) => new Date(from.getTime() + minutes * 60_000).toISOString()
  const [row] = await db`insert into stages (name, "order")
    select ${stage}, coalesce(max("order"), 0) + 1 from stages returning id`
  for (const [start, end, name] of sets)
    await db`insert into sets (stage_id, lineup_item_id, title, starts_at, ends_at)
      select ${row?.id}, id, case when id is null then ${name} else '' end, ${at(start)}, ${at(end)}
      from (select max(id) as id from lineup_items where name = ${name}) performer`
}

/** Shows the line-up and the timetable to visitors, with the current rows. */
export async function showNight(
  db: Sql,
  setFlags: (flags: Record<string, '1'>) => Promise<unknown>,
) {
  await invalidateAllPages(db)
  await setFlags({
    COMINGSOON_VISIBILITY: '1',
    LINEUP_VISIBILITY: '1',
    SATNICA_VISIBILITY: '1',
  })
}

/**
 * Adds two bands on a large stage, from the first minute on, and one act on a small stage from
 * minute `start` to minute `end`.
 */
export async function addStages(db: Sql, from: Date, [start, end]: [number, number]) {
  await addSets(db, 'Velika', from, [
    [0, 45, 'Prvi Bend'],
    [75, 120, 'Drugi Bend'],
  ])
  await addSets(db, 'Mala', from, [[start, end, 'Jutarnji vlak']])
}

export async function clearProgramme(db: Sql) {
  await empty(
    db,
    'sets',
    'stages',
    'lineup_items',
    'sponsors',
    'price_items',
    'translations',
    'artworks',
  )
}

/** Puts a picture of the given size into each of these artwork slots of the site. */
export async function addArtwork(db: Sql, sizes: Record<string, [number, number]>) {
  for (const [slot, size] of Object.entries(sizes)) {
    const hash = await addPicture(db, '#6f5cff', size)
    await db`insert into artworks (slot, image_hash, file_name) values (${slot}, ${hash}, 'a.png')
      on conflict (slot) do update set image_hash = ${hash}`
  }
}

/** Adds the consent document, without which the pre-registration is closed (rule 2.11). */
export const addConsent = (db: Sql) =>
  db`insert into artworks (slot, document, file_name)
    values ('consent', ${Buffer.from('%PDF-1.4\n%%EOF\n')}, 'privola.pdf')
    on conflict do nothing`
