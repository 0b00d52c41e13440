import type { Db } from '../client'
import { driverOf } from '../driver'
import type { NewGuest } from './guests-admin'

/** Any number: of two imports at once the second begins when the first has ended. */
const IMPORT_LOCK = 7_340_253

export async function lockImports(tx: Db): Promise<void> {
  await driverOf(tx)`select pg_advisory_xact_lock(${IMPORT_LOCK})`
}

/** Which of these JMBAGs live guests bear. */
export async function listTakenJmbags(db: Db, jmbags: string[]): Promise<Set<string>> {
  const rows = await driverOf(db)<{ jmbag: string }[]>`
    select g.jmbag from guests g
    join jsonb_array_elements_text(${JSON.stringify(jmbags)}::text::jsonb) as a(jmbag)
      on a.jmbag = g.jmbag
    where g.deleted_at is null`
  return new Set(rows.map((row) => row.jmbag))
}

export type ImportedGuest = Omit<NewGuest, 'phone'>

/**
 * Adds all of them in their order in one statement, and says how many there were: a JMBAG
 * that somebody has put on the list meanwhile is passed over.
 */
export async function insertGuests(tx: Db, given: ImportedGuest[]): Promise<number> {
  const [row] = await driverOf(tx)<{ n: number }[]>`
    with added as (
      insert into guests (name, surname, jmbag, email, tag_id, sponsor_id, conf_code, bought_at,
        entered_at)
      select r.name, r.surname, r.jmbag, r.email, r."tagId", r."sponsorId", r."confCode",
        case when r."confCode" is not null then now() end, case when r.entered then now() end
      from rows from (jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb) as (name text,
        surname text, jmbag text, email text, "tagId" int, "sponsorId" int, "confCode" uuid,
        entered boolean)) with ordinality as r(name, surname, jmbag, email, "tagId", "sponsorId",
        "confCode", entered, n)
      order by r.n
      on conflict (jmbag) where deleted_at is null do nothing
      returning 1
    )
    select count(*)::int as n from added`
  return row?.n ?? 0
}
