import { zagrebDayBounds, zagrebNoon } from '@/lib/time/zagreb'
import { createRandom } from '../random'
import { arrivalCurve, salesCurve } from '../sales-curve'
import type { Transaction } from '../sql'
import { NIGHT_HOURS } from './edition'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A year as a whole number of weeks, so that last year's night was on the same weekday. */
const YEAR = 52 * 7 * DAY

/** Last year's guests per list: all guests, guests with a ticket, and admitted guests. */
const LISTS = [
  { name: 'Brucoši', guests: 3120, bought: 2012, came: 1874 },
  { name: 'Sponzori', guests: 164, bought: 164, came: 121 },
  { name: 'VIP', guests: 148, bought: 139, came: 117 },
] as const

/**
 * Share of last year's tickets that were sold up to 52 weeks before now. The other tickets were
 * sold in the three weeks before last year's night.
 */
const EARLY_SHARE = 0.55
/** Share of admitted guests who left before closing time. */
const LEFT_SHARE = 0.7

/** Inserts last year's edition with its totals, as if an admin had ended it. */
export async function insertLastYear(tx: Transaction, { seed, now }: { seed: number; now: Date }) {
  const [current] = await tx<{ name: string; year: number; number: number; opensAt: string }[]>`
    select name, year, ordinal, opens_at as "opensAt" from editions
    where ended_at is null and opens_at is not null`
  if (!current || (await tx`select from editions where ended_at is not null`).count > 0) return
  const opensAt = new Date(new Date(current.opensAt).getTime() - YEAR)
  const end = new Date(opensAt.getTime() + NIGHT_HOURS * HOUR)
  const endedAt = new Date(opensAt.getTime() + 21 * DAY).toISOString()
  const [edition] = await tx<{ id: number }[]>`
    insert into editions (name, year, ordinal, opens_at, closes_at, lng, lat, ended_at, erased_at)
    select name, year - 1, greatest(ordinal - 1, 1), ${opensAt.toISOString()}, ${end.toISOString()}, lng, lat,
      ${endedAt}, ${endedAt} from editions where ended_at is null returning id`
  const counts = [...generateCounts(seed, opensAt, new Date(now.getTime() - YEAR))]
  const lists = LISTS.flatMap(({ name, ...each }) =>
    Object.entries(each).map(([kind, count]) => ({
      kind: `list-${kind}`,
      label: name,
      at: null,
      count,
    })),
  )
  const gate = { kind: 'gate-came', label: 'Ulaz', at: null, count: sum('came') }
  const rows = [...counts, ...lists, gate].map((row) => ({
    ...row,
    edition_id: edition?.id as number,
  }))
  await tx`insert into edition_totals ${tx(rows)}`
}

const sum = (of: 'bought' | 'came') => LISTS.reduce((all, list) => all + list[of], 0)

/**
 * Generates last year's totals: tickets per half day, admissions and exits per quarter of an hour.
 */
function* generateCounts(seed: number, opensAt: Date, yearAgo: Date) {
  const random = createRandom(seed)
  const counts = new Map<string, number>()
  const add = (kind: string, at: Date) => {
    const key = `${kind} ${at.toISOString()}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [early, late] = [salesCurve(yearAgo), salesCurve(opensAt)]
  for (let i = 0; i < sum('bought'); i++) {
    const at = random.chance(EARLY_SHARE) ? early(random) : late(random)
    const { from } = zagrebDayBounds(at)
    add(at < zagrebNoon(at) ? 'sold-before-12' : 'sold-after-12', from)
  }
  // `arrivalCurve` returns times on the evening before its argument.
  const arrival = arrivalCurve(new Date(opensAt.getTime() + DAY))
  const quarter = (at: number) => new Date(Math.floor(at / (HOUR / 4)) * (HOUR / 4))
  for (let i = 0; i < sum('came'); i++) {
    const at = arrival(random).getTime()
    add('came', quarter(at))
    const stays = Math.min(6, Math.max(0.5, random.normal(4, 1.2))) * HOUR
    if (random.chance(LEFT_SHARE)) add('went', quarter(at + stays))
  }
  for (const [key, count] of counts) {
    const [kind = '', at = ''] = key.split(' ')
    yield { kind, label: '', at, count }
  }
}
