import type { z } from 'zod'
import type { EntityName } from '@/db/catalogue/entities'
import { isLockTimeout } from '@/db/errors'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/editions'
import * as erasing from '@/db/queries/erasure'
import { recordErasure } from '@/db/queries/erasures'
import { type EditionRow, getEdition, lockEdition, renameProductList } from '@/db/queries/festival'
import type { UserRow } from '@/db/queries/users'
import { invalidate } from '@/lib/cache/invalidate'
import { CACHE_TAGS } from '@/lib/cache/tags'
import { nightTimesProblem } from '@/lib/festival/rules'
import { type FieldErrors, ServiceError } from '@/lib/http/errors'
import { isNightOn } from '@/lib/night/rules'
import { keysOf, recordOf } from '@/lib/text/keys'
import { zagrebDay } from '@/lib/time/zagreb'
import { ERASED, KEEP_OPTIONS, matchesFestivalName } from './rules'
import type { Edition, EndCounts, EndPreview, endBody, endedResponse } from './schema'

// The end of an edition, and the erasure of its personal data. Each runs in one transaction, so it
// is never half done, and success is reported only after the commit.

type EndInput = z.output<typeof endBody>

const iso = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())

const timesOf = ({ opensAt, closesAt }: EditionRow) => ({
  opensAt: iso(opensAt),
  closesAt: iso(closesAt),
})

/** Returns what the end of this edition would do. Changes nothing. */
export async function previewEnd(): Promise<EndPreview> {
  const db = getDb()
  const [edition, counts] = await Promise.all([getEdition(db), queries.countAll(db)])
  const { id, name, year, ordinal } = edition
  const times = timesOf(edition)
  return {
    edition: { id, name, year, number: ordinal, ...times },
    isOn: isNightOn(times, new Date()),
    counts,
  }
}

/**
 * Ends the edition: stores totals without names, erases all personal data, deletes the content that
 * is not kept, hides the site and starts the next edition (rule 8.14). Throws invalid for wrong
 * input, and conflict while the night is on, if the edition has already ended, or if the tables
 * stay locked.
 */
export async function endEdition(
  input: EndInput,
  user: UserRow,
): Promise<z.input<typeof endedResponse>> {
  const startedId = await getDb()
    .transaction(async (tx) => {
      const edition = await lockEdition(tx)
      if (edition.id !== input.edition) throw endedBefore()
      requireValidEnd(input, edition)
      const counts = await queries.countAll(tx)
      await storeTotalsAndErase(tx, edition.id, clearedEntities(input.keep))
      await erasing.resetFestival(tx, resetOptionsOf(input.keep, user))
      const { number: ordinal, ...next } = input.next
      const id = await queries.startNextEdition(tx, edition, { ...next, ordinal })
      await renameProductList(tx, edition.name, next.name)
      await logEdition(tx, user, edition, 'ended', {
        ...erasedCounts(counts),
        ...choicesOf(input.keep),
      })
      await invalidate(tx, ...CACHE_TAGS)
      return id
    })
    .catch((error) => {
      throw isLockTimeout(error) ? busy() : error
    })
  await erasing.scrubStorage(getDb())
  return { edition: startedId }
}

/**
 * Throws conflict while the night is on, and invalid for wrong input. Runs before anything is
 * changed.
 */
function requireValidEnd({ confirm, next }: EndInput, edition: EditionRow) {
  if (isNightOn(timesOf(edition), new Date()))
    throw new ServiceError(
      'conflict',
      'Noć još traje. Festival se može završiti tek kad prođe kraj noći; ako je gotova ranije, promijenite kraj u postavkama noći.',
      { code: 'night_on' },
    )
  const fields: FieldErrors = {}
  if (!matchesFestivalName(confirm, edition.name))
    fields.confirm = [`Za potvrdu upišite naziv festivala: ${edition.name}.`]
  if (next.number <= edition.ordinal)
    fields.number = [`Sljedeće izdanje ima veći broj od ovoga (${edition.ordinal}.).`]
  if (next.year < edition.year) fields.year = [`Sljedeće izdanje nije prije ${edition.year}.`]
  const problem = nightTimesProblem(next)
  if (problem) fields[problem.field] = [problem.sentence]
  else if (next.opensAt && Date.parse(next.opensAt) <= Date.now())
    fields.opensAt = ['Vrata sljedećeg izdanja otvaraju se u budućnosti.']
  const [first] = Object.values(fields)
  if (first) throw new ServiceError('invalid', first[0] as string, { fields })
}

/**
 * Stores the totals, and then erases all personal data. `cleared` entities are also redacted in the
 * activity log. Throws conflict if the tables stay locked by other transactions.
 */
async function storeTotalsAndErase(
  tx: Db,
  editionId: number,
  cleared: EntityName[] = [],
): Promise<void> {
  await queries.countTotals(tx, editionId)
  await erasing.preserveActivityLog(tx, cleared, false)
  if (!(await erasing.lockTables(tx))) throw busy()
  await erasing.preserveActivityLog(tx, cleared, true)
  await erasing.eraseAllPersonalData(tx)
  await recordErasure(tx, 'editions', editionId)
}

/**
 * Maintenance task: erases the personal data of the current edition when its retention time is over
 * (rule 8.18). The edition itself continues. Does nothing at any other time.
 */
export async function eraseWhenDue(db: Db): Promise<void> {
  if (!(await queries.isErasingDue(db))) return
  await db.transaction(async (tx) => {
    const edition = await lockEdition(tx)
    if (!(await queries.isErasingDue(tx))) return
    const counts = await queries.countAll(tx)
    await storeTotalsAndErase(tx, edition.id)
    await queries.markErased(tx, edition.id)
    await logEdition(tx, null, edition, 'erased', erasedCounts(counts))
    await invalidate(tx, 'leaderboard')
  })
  await erasing.scrubStorage(db)
}

/**
 * Maintenance task: repeats the last step of an erasure whose process was stopped before that step.
 */
export async function resumeScrub(db: Db): Promise<void> {
  if (await erasing.needsScrub(db)) await erasing.scrubStorage(db)
}

/** Lists all editions, newest first. Editions whose people are erased have totals. */
export async function listEditions(): Promise<Edition[]> {
  const db = getDb()
  const [editions, totals] = await Promise.all([queries.listEditions(db), queries.listTotals(db)])
  return editions.map(({ id, name, year, ordinal, opensAt, endedAt, erasedAt }) => ({
    id,
    name,
    year,
    number: ordinal,
    opensAt: iso(opensAt),
    endedAt: iso(endedAt),
    erasedAt: iso(erasedAt),
    ...viewTotals(totals.filter(({ editionId }) => editionId === id)),
  }))
}

type Total = Awaited<ReturnType<typeof queries.listTotals>>[number]

function viewTotals(
  totals: Total[],
): Pick<Edition, 'sold' | 'arrivals' | 'lists' | 'gates' | 'takings'> {
  /** Groups the totals into one row per key, with the sum of each kind under the given name. */
  const table = <K extends string>(
    kinds: Record<K, queries.TotalKind>,
    keyOf: (total: Total) => string,
  ) => {
    const rows = new Map<string, Record<K, number>>()
    const names = keysOf(kinds)
    for (const total of totals) {
      const name = names.find((kindName) => kinds[kindName] === total.kind)
      if (!name) continue
      const row = rows.get(keyOf(total)) ?? recordOf(names, () => 0)
      row[name] += total.count
      rows.set(keyOf(total), row)
    }
    return [...rows]
  }
  const at = (total: Total) => iso(total.at) as string
  const label = (total: Total) => total.label
  const dayOf = (total: Total) => zagrebDay(new Date(at(total)))
  return {
    sold: table({ before12: 'sold-before-12', after12: 'sold-after-12' }, dayOf).map(
      ([day, row]) => ({ day, ...row }),
    ),
    arrivals: table({ came: 'came', went: 'went' }, at).map(([at, row]) => ({ at, ...row })),
    lists: table({ guests: 'list-guests', bought: 'list-bought', came: 'list-came' }, label).map(
      ([name, row]) => ({ name, ...row }),
    ),
    gates: table({ came: 'gate-came' }, label).map(([name, row]) => ({ name, ...row })),
    takings: table(
      { cashCents: 'till-cash', cardCents: 'till-card', free: 'till-free' },
      dayOf,
    ).map(([day, row]) => ({ day, ...row })),
  }
}

const resetOptionsOf = (keep: EndInput['keep'], user: UserRow): erasing.ResetOptions => ({
  exceptUserId: keep.users ? null : user.id,
  lineup: !keep.lineup,
  sponsors: !keep.sponsors,
  priceList: !keep.priceList,
  texts: !keep.texts,
  contacts: !keep.contacts,
  artwork: !keep.artwork,
})

/** Lists the entities whose activities name people and whose records are deleted. */
const clearedEntities = ({ users, sponsors, contacts }: EndInput['keep']): EntityName[] => [
  ...(users ? [] : ['users' as const]),
  ...(sponsors ? [] : ['sponsors' as const]),
  ...(contacts ? [] : ['band-contacts' as const]),
]

type Changes = Record<string, [unknown, unknown]>

/** Returns the number of erased records of each kind, for the activity log. */
const erasedCounts = (counts: EndCounts): Changes =>
  Object.fromEntries(ERASED.map(({ count }) => [count, [counts[count], 0]]))

function choicesOf(keep: EndInput['keep']): Changes {
  const labels = (isKept: boolean) =>
    keysOf(KEEP_OPTIONS)
      .flatMap((key) => (keep[key] === isKept ? KEEP_OPTIONS[key].label.toLowerCase() : []))
      .join(', ') || null
  return { kept: [null, labels(true)], cleared: [null, labels(false)] }
}

const logEdition = (
  tx: Db,
  user: UserRow | null,
  edition: EditionRow,
  action: 'ended' | 'erased',
  changes: Changes,
) =>
  insertActivity(tx, {
    userId: user?.id ?? null,
    entity: 'editions',
    entityId: edition.id,
    action,
    changes: Object.fromEntries(Object.entries(changes).filter(([, [a, b]]) => a || b)),
  })

const endedBefore = () =>
  new ServiceError('conflict', 'Ovo je izdanje netko upravo završio. Učitajte stranicu ponovno.', {
    code: 'edition_over',
  })

const busy = () =>
  new ServiceError(
    'conflict',
    'Popise trenutačno drži nešto drugo, na primjer sigurnosna kopija. Ništa nije obrisano; pokušajte ponovno za nekoliko minuta.',
    { code: 'lists_busy' },
  )
