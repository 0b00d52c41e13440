import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { randomUuidV1 } from '@/db/uuid'
import { foldLetters } from '@/lib/text/fold'
import { firstNames, surnames } from './content/names'
import { createRandom, type Random } from './random'
import { arrivalCurve, salesCurve } from './sales-curve'
import type { Transaction } from './sql'

/** Ids of guest lists. `freePlaces` is the number of free places of a sponsor list. */
export interface GuestLists {
  brucosi: number
  product: number
  vip: number
  sponsors: { id: number; freePlaces: number }[]
}

export interface SeedGuest {
  name: string
  surname: string
  jmbag: string | null
  listId: number
  email: string | null
  confCode: string | null
  boughtAt: Date | null
  enteredAt: Date | null
  createdAt: Date
}

export interface GenerateOptions {
  count: number
  seed: number
  now: Date
  lists: GuestLists
  nextJmbag: () => string
  /** Whether the opening time has passed. Before, no guest is inside. */
  hasOpened?: boolean
  /** Generates codes. Random by default, because codes are secret; tests pass their own. */
  newCode?: (at: Date) => string
}

/** Share of guests who have a ticket, by list. */
const BOUGHT_SHARE = { brucosi: 0.66, product: 0.88, vip: 0.92, sponsor: 1 }
const ENTERED_SHARE = 0.08

/**
 * Returns a person with common names. Surnames at the start of the list of surnames are more
 * frequent.
 */
export function generatePerson(random: Random): { name: string; surname: string } {
  const surname = () => surnames[Math.floor(random.next() ** 1.5 * surnames.length)] as string
  const [first, second] = [surname(), surname()]
  const isTwoPart = random.chance(0.06) && first !== second && !first.includes('-')
  return { name: random.pick(firstNames), surname: isTwoPart ? `${first} ${second}` : first }
}

/** Generates guests. The same options give the same guests, except for their codes. */
export function* generateGuests(options: GenerateOptions): Generator<SeedGuest> {
  const {
    count,
    seed,
    now,
    lists,
    nextJmbag,
    hasOpened = true,
    newCode = (at) => randomUuidV1(at.getTime()),
  } = options
  const random = createRandom(seed)
  const saleTime = salesCurve(now)
  const arrivalTime = arrivalCurve(now)
  const sponsors = lists.sponsors.map((sponsor) => ({ ...sponsor }))
  for (let i = 0; i < count; i++) {
    const person = generatePerson(random)
    const wanted = random.weighted(LISTS)
    const sponsor = wanted === 'sponsor' ? takePlace(sponsors, random) : undefined
    const list = wanted === 'sponsor' && !sponsor ? 'brucosi' : wanted
    const sold = saleTime(random)
    const boughtAt = random.chance(BOUGHT_SHARE[list]) ? sold : null
    const arrival = arrivalTime(random)
    const hasCome = random.chance(ENTERED_SHARE) && boughtAt !== null && boughtAt < arrival
    yield {
      ...person,
      jmbag: list === 'brucosi' ? nextJmbag() : null,
      listId: list === 'sponsor' ? (sponsor as number) : lists[list],
      email: list === 'product' || list === 'vip' ? ownAddress(person, i) : null,
      confCode: boughtAt && newCode(boughtAt),
      boughtAt,
      enteredAt: hasCome && hasOpened ? arrival : null,
      createdAt: new Date(sold.getTime() - 3_600_000 * (1 + random.int(72))),
    }
  }
}

const LISTS = [
  ['brucosi', 0.8],
  ['product', 0.09],
  ['vip', 0.05],
  ['sponsor', 0.06],
] as const

function takePlace(sponsors: GuestLists['sponsors'], random: Random): number | undefined {
  const open = sponsors.filter(({ freePlaces }) => freePlaces > 0)
  if (open.length === 0) return undefined
  const sponsor = random.weighted(open.map((s) => [s, s.freePlaces] as const))
  sponsor.freePlaces--
  return sponsor.id
}

function ownAddress({ name, surname }: { name: string; surname: string }, i: number): string {
  const folded = foldLetters(`${name}.${surname}`)
  return `${folded.replace(/[^a-z.]/g, '')}${i}@example.com`
}

/** Columns of a guest that `copyGuests` inserts, in order. */
const COLUMNS = [
  ['name', (g) => g.name],
  ['surname', (g) => g.surname],
  ['jmbag', (g) => g.jmbag],
  ['list_id', (g) => g.listId],
  ['email', (g) => g.email],
  ['conf_code', (g) => g.confCode],
  ['bought_at', (g) => g.boughtAt],
  ['entered_at', (g) => g.enteredAt],
  ['created_at', (g) => g.createdAt],
] as const satisfies [string, (g: SeedGuest) => string | number | Date | null][]

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyLine(guest: SeedGuest): string {
  const fields = COLUMNS.map(([, read]) => {
    const value = read(guest)
    if (value === null) return '\\N'
    if (value instanceof Date) return value.toISOString()
    return String(value).replace(/[\\\t\n\r]/g, (c) => ESCAPES[c] as string)
  })
  return `${fields.join('\t')}\n`
}

function* inChunks(guests: Iterable<SeedGuest>): Generator<string> {
  let chunk = ''
  for (const guest of guests) {
    chunk += copyLine(guest)
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
}

/**
 * Inserts guests by COPY into a temporary table without constraints, and from there into `guests`. A
 * COPY that violates a constraint would make the driver hang.
 */
export async function copyGuests(tx: Transaction, guests: Iterable<SeedGuest>): Promise<void> {
  const columns = tx(COLUMNS.map(([column]) => column))
  await tx`create temp table seed_guests on commit drop as select ${columns} from guests limit 0`
  const copy = await tx`copy seed_guests from stdin`.writable()
  await pipeline(Readable.from(inChunks(guests)), copy)
  await tx`insert into guests (${columns}) select ${columns} from seed_guests order by ctid`
  // Each guest who is inside needs an admission, because presence follows from passages (rule
  // 6.12).
  await tx`insert into passages (id, guest_id, direction, verdict, decided, at)
    select passage_id(entered_at), id, 'in', 'admitted', 'recorded', entered_at from guests g
    where entered_at is not null and not exists (select from passages p where p.guest_id = g.id)`
  await tx`drop table seed_guests`
}
