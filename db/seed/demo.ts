import { randomUuidV1 } from '@/db/uuid'
import { demoTimes } from '@/lib/config/settings'
import { PAGES_CHANNEL } from '../queries/signals'
import { insertArtwork, renderArtwork } from './artwork'
import { bandContacts } from './content/band-contacts'
import { edition, NIGHT_HOURS, TICKET_CENTS } from './content/edition'
import { insertLastYear } from './content/last-year'
import { leaderboard } from './content/leaderboard'
import { performers } from './content/performers'
import { priceList } from './content/price-list'
import { sponsors } from './content/sponsors'
import { staff } from './content/staff'
import { translations } from './content/translations'
import { copyGuests, generateGuests, type SeedGuest } from './guests'
import { jmbagsAfterLast, lockSeeding, readLists } from './insert-guests'
import { renderArt, type SeedImage } from './pictures'
import { insertSets } from './programme'
import { generateSignups, namelessGuests, type StudentEmail } from './signups'
import type { Sql, Transaction } from './sql'

const NAMED_GUESTS = 3400

export interface SeedDemoOptions {
  /** Returns a student's e-mail address. Passed in, because `db` must not import from `lib`. */
  studentEmail: StudentEmail
  /** The same seed generates the same people and times. Codes and sponsor slugs are always random. */
  seed?: number
  now?: Date
}

/**
 * Inserts the demo content in one transaction. Does nothing and returns false if the database has
 * guests or a line-up. Safe to run on several instances at once.
 */
export async function seedDemo(
  sql: Sql,
  { studentEmail, seed = 2025, now = new Date() }: SeedDemoOptions,
): Promise<boolean> {
  if (!(await isEmpty(sql))) return false
  const seeded = await sql.begin(async (tx) => {
    await lockSeeding(tx)
    if (!(await isEmpty(tx))) return false
    // Images are rendered after the lock, so that only the first instance renders them. The other
    // instances wait for the lock and then return.
    const [pictures, artwork] = await Promise.all([renderAll(), renderArtwork()])
    await insertPictures(tx, [...pictures.values()])
    await insertProgramme(tx, pictures)
    await insertSets(tx, demoTimes(now).opensAt)
    await insertArtwork(tx, artwork)
    await insertPriceList(tx)
    await insertTexts(tx)
    await fillEdition(tx, now)
    await insertLastYear(tx, { seed: seed + 2, now })
    await showAllPages(tx, now)
    const named = await insertPeople(tx, { seed, now })
    const signups = generateSignups(named, { seed: seed + 1, now, studentEmail })
    await tx`insert into signups ${tx(signups.map(signupRow))} on conflict do nothing`
    await notifyPagesStale(tx)
    return true
  })
  if (seeded) await sql`analyze`
  return seeded
}

async function isEmpty(sql: Sql | Transaction): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from guests) and not exists (select from lineup_items) as empty`
  return row?.empty ?? false
}

type Pictures = Map<string, SeedImage>

async function renderAll(): Promise<Pictures> {
  const render = (folder: 'performers' | 'sponsors') => async (item: { slug: string }) =>
    [`${folder}/${item.slug}`, await renderArt(folder, item.slug)] as const
  return new Map(
    await Promise.all([
      ...performers.map(render('performers')),
      ...sponsors.map(render('sponsors')),
    ]),
  )
}

const insertPictures = (tx: Transaction, pictures: SeedImage[]) =>
  tx`insert into images ${tx(pictures, 'hash', 'mime', 'width', 'height', 'bytes')}
    on conflict do nothing`

async function insertProgramme(tx: Transaction, pictures: Pictures) {
  const imageOf = (path: string) => (pictures.get(path) as SeedImage).hash
  const acts = performers.map(({ name, slug, biography, listenUrl = '', visible }, i) => ({
    name,
    slug,
    biography,
    listen_url: listenUrl,
    visible,
    order: i + 1,
    image_hash: imageOf(`performers/${slug}`),
  }))
  await tx`insert into lineup_items ${tx(acts)}`
  const [{ last } = { last: 0 }] = await tx<{ last: number }[]>`
    select coalesce(max("order"), 0) as last from sponsors`
  const companies = sponsors.map(({ slug, guestCap, guestsEnabled, ...rest }, i) => ({
    ...rest,
    slug: randomUuidV1(),
    guest_cap: guestCap,
    guests_enabled: Number(guestsEnabled),
    order: last + i + 1,
    image_hash: imageOf(`sponsors/${slug}`),
  }))
  await tx`insert into sponsors ${tx(companies)}`
}

/** Inserts the demo price list, unless there are price items already. */
async function insertPriceList(tx: Transaction) {
  if ((await tx`select from price_items limit 1`).length > 0) return
  const positions = new Map<string, number>()
  const items = priceList.map(({ tag, name, priceEUR, volume }) => {
    const order = (positions.get(tag) ?? 0) + 1
    positions.set(tag, order)
    return { category: tag, name, order, price_eur: priceEUR, volume_litres: volume }
  })
  await tx`insert into price_items ${tx(items)}`
}

async function insertTexts(tx: Transaction) {
  const texts = translations.map(([key, value]) => ({ key, value }))
  await tx`insert into translations ${tx(texts)} on conflict do nothing`
  const contacts = bandContacts.map(({ bandName, bookerName, bookerPhone, ...rest }) => ({
    band_name: bandName,
    booker_name: bookerName,
    booker_phone: bookerPhone,
    booker_email: rest.bookerEmail ?? '',
    notes: rest.notes ?? '',
  }))
  await tx`insert into band_contacts ${tx(contacts)}`
  const scores = leaderboard.map(([name, score], i) => ({
    name,
    score,
    email: `igrac${i + 1}@example.com`,
  }))
  await tx`insert into leaderboard_entries ${tx(scores)} on conflict do nothing`
  await tx`insert into users ${tx(staff)} on conflict do nothing`
}

/** Sets the opening time, and fills empty contacts, links and shop settings of the edition. */
async function fillEdition(tx: Transaction, now: Date) {
  for (const [column, value] of Object.entries(edition))
    await tx`update editions set ${tx({ [column]: value })}
      where ended_at is null and ${tx(column)} = ''`
  await tx`update editions set ticket_price_cents = ${TICKET_CENTS}
    where ended_at is null and ticket_price_cents is null`
  const { opensAt } = demoTimes(now)
  const end = new Date(opensAt.getTime() + NIGHT_HOURS * 3_600_000)
  await tx`update editions set opens_at = ${opensAt.toISOString()}, closes_at = ${end.toISOString()}
    where ended_at is null and opens_at is null`
}

/**
 * Shows all public pages, and sets the target of the countdown and the deadline of the sponsor
 * lists.
 */
async function showAllPages(tx: Transaction, now: Date) {
  await tx`update visibility_flags set visible = true where visible is not null`
  const { opensAt, listsCloseAt } = demoTimes(now)
  const times = { TIMER_TIME: opensAt, SPONSORS_INPUT_TIME: listsCloseAt }
  for (const [name, at] of Object.entries(times))
    await tx`update visibility_flags set at = ${at.toISOString()} where name = ${name}`
}

/** Inserts guests and fills half of each sponsor list. Returns the freshers who have a name. */
async function insertPeople(tx: Transaction, { seed, now }: { seed: number; now: Date }) {
  const { sponsors: companies, ...tags } = await readLists(tx)
  const half = companies.map(({ id, freePlaces }) => ({
    id,
    freePlaces: Math.ceil(freePlaces / 2),
  }))
  const lists = { ...tags, sponsors: half }
  await copyGuests(tx, namelessGuests(lists.brucosi, now))
  const nextJmbag = await jmbagsAfterLast(tx)
  const guests = [
    ...generateGuests({ count: NAMED_GUESTS, seed, now, lists, nextJmbag, hasOpened: false }),
  ]
  await copyGuests(tx, guests)
  return guests.filter((guest): guest is SeedGuest & { jmbag: string } => guest.jmbag !== null)
}

const signupRow = ({ submittedAt, ...rest }: ReturnType<typeof generateSignups>[number]) => ({
  ...rest,
  submitted_at: submittedAt.toISOString(),
  consented_at: submittedAt.toISOString(),
})

/** Notifies running instances at commit that their pages are stale. */
async function notifyPagesStale(tx: Transaction) {
  const tags = [
    'festival',
    'visibility',
    'translations',
    'lineup',
    'programme',
    'sponsors',
    'price-list',
    'leaderboard',
    'artwork',
  ]
  await tx`select pg_notify(${PAGES_CHANNEL}, ${JSON.stringify({ from: 'seed', tags })})`
}
