import { randomUuidV1 } from '@/db/uuid'
import { lockSeeding } from './insert-guests'
import type { Random } from './random'
import type { Sql, Transaction } from './sql'

/**
 * Name of the guest list of a simulated night. The names of its gates are this name and a number.
 */
const NAME = 'Probna noć'
/** Name of every invented guest. Clearing a simulated night deletes only guests with this name. */
const GUEST_NAME = { name: 'Probni', surname: 'Gost' }

/** Share of guests without a ticket, and share of guests with a ban. */
const NO_TICKET = 0.02
const BANNED = 0.005

export interface TestGuest {
  id: number
  /** Null for a guest without a ticket, who is found by name. */
  code: string | null
  isBanned: boolean
}

interface TestGate {
  id: number
  name: string
}

const isInvented = (sql: Sql | Transaction) => sql`
  list_id in (select id from guest_lists where kind = 'tag' and name = ${NAME})
    and name = ${GUEST_NAME.name} and surname ^@ ${`${GUEST_NAME.surname} `}
    and num_nonnulls(jmbag, email, phone) = 0`

/** Whether the database contains guests or gates of a simulated night. */
export async function hasTestNight(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from guests where ${isInvented(sql)})
      or exists (select from gates where name ^@ ${`${NAME} `} and deleted_at is null) as there`
  return row?.there ?? false
}

/** Counts the passages of real guests at gates within the last 12 hours. */
export async function countRealPassages(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from passages
    where received_at > now() - interval '12 hours' and decided not in ('import', 'recorded')
      and not exists (select from guests where id = guest_id and ${isInvented(sql)})`
  return row?.count ?? 0
}

/**
 * Creates gates, and guests on a separate list, for a simulated night. Nearly all guests have a
 * ticket.
 */
export function createTestNight(
  sql: Sql,
  { guests, gates, random }: { guests: number; gates: number; random: Random },
): Promise<{ guests: TestGuest[]; gates: TestGate[] }> {
  return sql.begin(async (tx) => {
    await lockSeeding(tx)
    const [list] = await tx<{ id: number }[]>`
      insert into guest_lists (name) values (${NAME}) returning id`
    const people = Array.from({ length: guests }, (_, i) => ({
      surname: `${GUEST_NAME.surname} ${String(i + 1).padStart(String(guests).length, '0')}`,
      code: random.chance(NO_TICKET) ? null : randomUuidV1(Date.now()),
      ban: random.chance(BANNED) ? 'Probna zabrana' : null,
    }))
    const rows = await tx<{ id: number; code: string | null; isBanned: boolean }[]>`
      insert into guests (name, surname, list_id, conf_code, bought_at, ban_reason)
      select ${GUEST_NAME.name}, surname, ${list?.id as number}, code::uuid,
        case when code is not null then now() end, ban
      from jsonb_to_recordset(${JSON.stringify(people)}::text::jsonb) as p(surname text, code text, ban text)
      returning id, conf_code as code, ban_reason is not null as "isBanned"`
    const testGates = await tx<TestGate[]>`
      insert into gates (name) select ${NAME} || ' ' || i from generate_series(1, ${gates}::int) i
      returning id, name`
    return { guests: [...rows], gates: [...testGates] }
  }) as Promise<{ guests: TestGuest[]; gates: TestGate[] }>
}

/**
 * Creates a pairing that registers one device at a gate. The code of the pairing is given by its
 * hash. The gate shift lasts `hours`.
 */
export const pairTestDevice = (sql: Sql, gateId: number, codeHash: Buffer, hours: number) => sql`
  insert into gate_pairings (gate_id, code_hash, expires_at, ends_at)
  values (${gateId}, ${codeHash}, now() + interval '10 minutes', now() + make_interval(hours => ${hours}))`

/** Counts the simulated guests who are inside, and their duplicate admissions. */
export async function readTestNight(sql: Sql): Promise<{ inside: number; doubles: number }> {
  const [row] = await sql<{ inside: number; doubles: number }[]>`
    select count(entered_at)::int as inside,
      coalesce(sum((select count(*) from duplicate_admissions d where d.guest_id = g.id)), 0)::int as doubles
    from guests g where ${isInvented(sql)}`
  return row ?? { inside: 0, doubles: 0 }
}

/**
 * Deletes guests and gates of simulated nights. Passages and duplicate admissions are deleted with
 * the guests.
 */
export function clearTestNight(sql: Sql): Promise<{ guests: number; gates: number }> {
  return sql.begin(async (tx) => {
    const guests = await tx`delete from guests where ${isInvented(tx)}`
    await tx`delete from guest_lists l where kind = 'tag' and name = ${NAME}
      and not exists (select from guests g where g.list_id = l.id)`
    const gates = await tx<{ id: number }[]>`select id from gates where name ^@ ${`${NAME} `}`
    const ids = gates.map(({ id }) => id)
    await tx`delete from gate_pairings where gate_id = any(${ids})`
    await tx`delete from gate_devices where gate_id = any(${ids})`
    await tx`delete from gates where id = any(${ids})`
    return { guests: guests.count, gates: ids.length }
  }) as Promise<{ guests: number; gates: number }>
}
