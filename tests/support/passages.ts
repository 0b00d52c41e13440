import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Sql } from 'postgres'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import type { Db } from '@/db/pool'
import { type OfflinePassage, recordPassages, tallyPassages } from '@/db/queries/passages-batch'
import { checksumOf, newPassageId, presenceOf } from '@/lib/admission/rules'

const GUESTS = 4
const DEVICES = 3
const START = Date.parse('2025-10-03T20:00:00Z')

/** One passage of a generated night. `guest` and `device` are indexes. */
const generatedPassage = fc.record({
  guest: fc.nat(GUESTS - 1),
  device: fc.nat(DEVICES - 1),
  verdict: fc.constantFrom<PassageVerdict>(
    'admitted',
    'admitted',
    'left',
    'outside',
    'inside',
    'full',
    'banned',
  ),
  /** Seconds after the start of the night. There are few values, so that some passages coincide. */
  second: fc.nat(12),
  /** Index of the passage of the same device that this passage voids; null for none. */
  takesBack: fc.option(fc.nat(), { freq: 3 }),
})

/**
 * A generated night, and the batches in which its passages are delivered: some repeated, some late,
 * two at a time.
 */
export const night = fc.record({
  events: fc.array(generatedPassage, { minLength: 1, maxLength: 14 }),
  deliveries: fc.array(
    fc.record({
      device: fc.nat(DEVICES - 1),
      from: fc.nat(13),
      size: fc.integer({ min: 1, max: 6 }),
    }),
    { maxLength: 10 },
  ),
})

export type Night = typeof night extends fc.Arbitrary<infer N> ? N : never

/**
 * Plays a generated night: delivers its passages to the database in the given batches, two at a
 * time, and finally all passages. Returns the presence, duplicates and checksums that the rules
 * compute (`computed`) and that the database has (`stored`).
 */
export async function playNight(db: Db, sql: Sql, { events, deliveries }: Night) {
  const [{ listId } = {}] = await sql`select min(id) as "listId" from guest_lists`
  const guests = await sql<{ id: number }[]>`
    insert into guests (list_id, name) select ${listId}, 'Gost' from generate_series(1, ${GUESTS}) returning id`
  const devices = Array.from({ length: DEVICES }, () => randomUUID())
  const ids = events.map(({ second }, i) => newPassageId(START + second * 1000 + i))
  const passages = events.map(({ guest, device, verdict, second, takesBack }, i) => {
    const ownIds = ids.filter((_, j) => j !== i && events[j]?.device === device)
    const passage: OfflinePassage = {
      id: ids[i] as string,
      guestId: guests[guest]?.id as number,
      code: null,
      direction: ['left', 'outside'].includes(verdict) ? 'out' : 'in',
      verdict,
      decided: 'alone',
      at: new Date(START + second * 1000),
      takesBack:
        takesBack === null || ownIds.length === 0
          ? null
          : (ownIds[takesBack % ownIds.length] ?? null),
    }
    return { ...passage, device: devices[device] as string }
  })
  const deliver = (device: string, from = 0, size = passages.length) =>
    recordPassages(
      db,
      {
        id: device,
        gateId: 1,
        userId: null,
        mayOverride: false,
        clockOffset: 0,
        isRevoked: false,
        joinedAt: '2000-01-01T00:00:00Z',
      },
      passages.filter((passage) => passage.device === device).slice(from, from + size),
    )
  for (let i = 0; i < deliveries.length; i += 2)
    await Promise.all(
      deliveries
        .slice(i, i + 2)
        .map(({ device, from, size }) => deliver(devices[device] as string, from, size)),
    )
  await Promise.all([...devices, ...devices].map((device) => deliver(device)))

  const computed = guests.map(({ id }) => {
    const ownIds = new Set(
      passages.filter(({ guestId }) => guestId === id).map((passage) => passage.id),
    )
    const relevant = passages.filter(
      (passage) => ownIds.has(passage.id) || ownIds.has(passage.takesBack ?? ''),
    )
    const { since, doubles } = presenceOf(
      relevant.map((passage) => ({
        ...passage,
        verdict: passage.verdict as PassageVerdict,
        at: passage.at.getTime(),
        ...(ownIds.has(passage.id) ? {} : { verdict: 'unknown' as const }),
      })),
    )
    return { id, since, doubles: doubles.map(([a, b]) => `${a.id} ${b.id}`).sort() }
  })
  const stored = await sql`
    select g.id, extract(epoch from g.entered_at) * 1000 as since,
      coalesce(array_agg(d.first || ' ' || d.second order by d.first, d.second) filter (where d.first is not null), '{}') as doubles
    from guests g left join duplicate_admissions d on d.guest_id = g.id
    where g.id in ${sql(guests.map(({ id }) => id))} group by g.id order by g.id`
  const passagesOf = (device: string) => passages.filter((passage) => passage.device === device)
  return {
    computed: {
      guests: computed,
      tallies: devices.map((device) => checksumOf(passagesOf(device).map(({ id }) => id))),
    },
    stored: {
      tallies: await Promise.all(devices.map((device) => tallyPassages(db, device))),
      guests: stored.map(({ id, since, doubles }) => ({
        id,
        since: since === null ? null : Number(since),
        doubles: doubles.sort(),
      })),
    },
  }
}
