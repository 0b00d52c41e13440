import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '@/db/migrate'
import { emptyDatabase } from '../support/database'

/** Number of migrations before the one that makes presence follow from passages. */
const MIGRATIONS_BEFORE = 19

it('the migration creates passages from the activity log and keeps the presence of each guest', async () => {
  const sql = postgres(await emptyDatabase(), { max: 1, onnotice: () => {} })
  const migrate = async (from: number, to: number) => {
    for (const { sql: statements } of readMigrationFiles(MIGRATIONS).slice(from, to))
      for (const statement of statements) await sql.unsafe(statement)
  }
  await migrate(0, MIGRATIONS_BEFORE)
  const [{ list } = {}] =
    await sql`insert into guest_lists (name) values ('Brucoši') returning id as list`
  const [{ user } = {}] =
    await sql`insert into users (email) values ('a@b.hr') returning id as user`
  const at = (hour: number) => `2025-10-03T${hour}:00:00.123456Z`
  const createGuest = async (
    enteredAt: string | null,
    entries: [action: string, at: string][] = [],
  ) => {
    const [row] = await sql`
      insert into guests (list_id, entered_at) values (${list}, ${enteredAt}) returning id`
    for (const [action, when] of entries)
      await sql`insert into activities (at, user_id, entity, entity_id, action)
        values (${when}, ${user}, 'guests', ${String(row?.id)}, ${action})`
    return row?.id as number
  }
  const readmitted = await createGuest(at(23), [
    ['admitted', at(20)],
    ['let_out', at(21)],
    ['admitted', at(23)],
  ])
  const departed = await createGuest(null, [
    ['admitted', at(20)],
    ['let_out', at(21)],
  ])
  const imported = await createGuest(at(22))
  const unexplained = await createGuest(at(22), [['admitted', at(20)]])
  const cleared = await createGuest(null, [['admitted', at(20)]])
  const absent = await createGuest(null)
  const presence = () => sql`select id, entered_at from guests order by id`
  const before = await presence()

  await migrate(MIGRATIONS_BEFORE, MIGRATIONS_BEFORE + 1)
  expect(await presence()).toEqual(before)
  const passages = await sql`
    select guest_id, verdict, user_id, to_char(at, 'HH24') as hour from passages order by guest_id, at`
  expect(passages.map(({ guest_id, verdict, hour }) => [guest_id, verdict, hour])).toEqual([
    [readmitted, 'admitted', '20'],
    [readmitted, 'left', '21'],
    [readmitted, 'admitted', '23'],
    [departed, 'admitted', '20'],
    [departed, 'left', '21'],
    [imported, 'admitted', '22'],
    [unexplained, 'admitted', '22'],
  ])
  expect(passages.map(({ user_id }) => user_id)).toEqual([user, user, user, user, user, null, null])
  expect([cleared, absent]).toHaveLength(2)

  // After the migration, presence and duplicates follow from the passages.
  await sql`insert into passages (id, direction, verdict, decided, at, takes_back)
    select passage_id(now()), 'in', 'unknown', 'recorded', now(), id from passages where guest_id = ${readmitted} and verdict = 'left'`
  expect(
    await sql`select entered_at, (select count(*)::int from doubles) as doubles from guests where id = ${readmitted}`,
  ).toMatchObject([{ doubles: 1 }])
  await sql.end()
})
