import type { Db } from '../client'
import { type Driver, driverOf } from '../driver'
import type { Changes } from './activities'
import type { GuestRow } from './guests'
import { anywhere } from './list'

// What the desk and the gate ask all night long, one statement each.

type Raw = Omit<GuestRow, 'boughtAt' | 'enteredAt'> & {
  boughtAt: string | null
  enteredAt: string | null
}

const GUEST = `
  g.id, g.name, g.surname, g.jmbag, coalesce(t.name, s.slug || ' ' || s.name) as tag,
  g.email, g.phone, g.conf_code as "confCode", g.bought_at as "boughtAt",
  g.entered_at as "enteredAt"`

const LISTS = `
  left join tags t on t.id = g.tag_id left join sponsors s on s.id = g.sponsor_id`

const guest = (sql: Driver) => sql.unsafe(GUEST)
const lists = (sql: Driver) => sql.unsafe(LISTS)

const date = (text: string | null) => (text === null ? null : new Date(text))
const toRow = (raw: Raw): GuestRow => ({
  ...raw,
  boughtAt: date(raw.boughtAt),
  enteredAt: date(raw.enteredAt),
})

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(db)
  const [row] = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)} where g.id = ${id} and g.deleted_at is null`
  return row ? toRow(row) : null
}

/** The guest, held until the end of the transaction so that nobody changes it meanwhile. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(tx)
  const [row] = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.id = ${id} and g.deleted_at is null for update of g`
  return row ? toRow(row) : null
}

/**
 * Records the first admission with this code and who made it. Of several at once only one
 * gets `admitted`; the row lock makes the others wait and then find nothing to change.
 */
export async function admitByCode(
  db: Db,
  code: string,
  userId: number,
): Promise<{ guest: GuestRow; admitted: boolean } | null> {
  const sql = driverOf(db)
  const [row] = await sql<(Raw & { admittedAt: string | null })[]>`
    with admitted as (
      update guests set entered_at = now()
      where conf_code = ${code} and deleted_at is null and entered_at is null
      returning id, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action)
      select ${userId}, 'guests', id::text, 'admitted' from admitted
    )
    select ${guest(sql)}, a.entered_at as "admittedAt"
    from guests g ${lists(sql)} left join admitted a on a.id = g.id
    where g.conf_code = ${code} and g.deleted_at is null`
  if (!row) return null
  const { admittedAt, ...rest } = row
  return {
    admitted: admittedAt !== null,
    guest: toRow({ ...rest, enteredAt: admittedAt ?? rest.enteredAt }),
  }
}

/**
 * Live guests whose name and surname together hold each of these words, by name. Planned
 * anew for every search (so not prepared): `mar` is best read in order of names until the
 * page is full, `mar đurđ` by the index of letter triples.
 */
export async function listGuestsByName(
  db: Db,
  { words, tag, limit }: { words: string[]; tag?: string; limit: number },
): Promise<GuestRow[]> {
  const params = [...words.map(anywhere), tag ?? '', limit]
  const holdWords = words.map((_, i) => `and g.search_name like public.fold_text($${i + 1})`)
  const n = words.length
  const rows = await driverOf(db).unsafe<Raw[]>(
    `select ${GUEST} from guests g ${LISTS}
     where g.deleted_at is null ${holdWords.join(' ')}
       and ($${n + 1} = '' or coalesce(t.name, s.slug || ' ' || s.name) = $${n + 1})
     order by g.search_name, g.id limit $${n + 2}`,
    params,
  )
  return rows.map(toRow)
}

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export async function listBrucosiByJmbag(
  db: Db,
  digits: string,
  limit: number,
): Promise<GuestRow[]> {
  const sql = driverOf(db)
  const rows = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.deleted_at is null and g.jmbag like ${anywhere(digits)} and t.role = 'brucosi'
    limit ${limit}`
  return rows.map(toRow)
}

/** What a change sets; `undefined` leaves a column as it is, and times are the database's. */
export interface GuestPatch {
  name?: string
  surname?: string
  /** A new code sells the ticket, null takes it back. */
  confCode?: string | null
  entered?: boolean
}

export interface GuestChangeRecord {
  userId: number
  action: string
  changes: Changes
  /** The confirmation to queue with the change. */
  mail?: { template: string; toMail: string; name: string }
}

/**
 * Writes a change, its record and its mail (with the job that sends it) in one statement,
 * but only onto the guest as it was read: null when somebody else has changed it since.
 */
export async function patchGuest(
  db: Db,
  before: GuestRow,
  patch: GuestPatch,
  record: GuestChangeRecord,
): Promise<GuestRow | null> {
  const sql = driverOf(db)
  const { name = before.name, surname = before.surname, confCode = before.confCode } = patch
  const sells = Boolean(patch.confCode)
  const entered = patch.entered ?? before.enteredAt !== null
  const [row] = await sql<{ boughtAt: string | null; enteredAt: string | null }[]>`
    with changed as (
      update guests set name = ${name}, surname = ${surname}, conf_code = ${confCode},
        bought_at = case when ${sells} then now() when ${confCode === null} then null else bought_at end,
        entered_at = case when not ${entered} then null else coalesce(entered_at, now()) end
      where id = ${before.id} and deleted_at is null
        and name = ${before.name} and surname = ${before.surname}
        and email is not distinct from ${before.email}
        and conf_code is not distinct from ${before.confCode}
        and (entered_at is not null) = ${before.enteredAt !== null}
      returning id, conf_code, bought_at, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${record.userId}, 'guests', id::text, ${record.action},
        ${JSON.stringify(record.changes)}::text::jsonb
      from changed
    ) ${record.mail ? queueMail(sql, record.mail) : sql``}
    select c.bought_at as "boughtAt", c.entered_at as "enteredAt" from changed c
    ${record.mail ? sql`left join queued on true` : sql``}`
  if (!row) return null
  return {
    ...before,
    name,
    surname,
    confCode,
    boughtAt: date(row.boughtAt),
    enteredAt: date(row.enteredAt),
  }
}

const queueMail = (sql: Driver, mail: NonNullable<GuestChangeRecord['mail']>) => sql`
  , mailed as (
    insert into mails (template, to_mail, name, conf_code, guest_id)
    select ${mail.template}, ${mail.toMail}, ${mail.name}, conf_code, id from changed
    on conflict do nothing returning id
  ), queued as (
    select graphile_worker.add_job('send-mail', json_build_object('id', id), job_key => id::text)
    from mailed
  )`
