import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { dumpFestival, type Erasure, loadFestival, readErasures } from '@/db/backup'
import { connect, getSql } from '@/db/pool'
import { callerOfToken } from '@/lib/auth/sessions'
import { deleteEntry } from '@/lib/leaderboard/service'
import { erasePerson } from '@/lib/people/service'
import { makeKey } from '@/lib/sign-ins/keys'
import { deleteSignup } from '@/lib/signups/admin'
import { newDatabase } from '../support/database'
import { makeGuest, makeSignup, staff } from '../support/factories'
import { pairPhone, signedIn } from '../support/gate'

const url = process.env.DATABASE_URL as string
const sql = getSql()
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

function openConnection(url: string) {
  const connection = connect(url, { max: 1 })
  cleanups.push(() => connection.sql.end())
  return connection
}

const testDatabase = openConnection(url)

async function createBackup(): Promise<Buffer> {
  const out = new PassThrough()
  const [backup] = await Promise.all([buffer(out), dumpFestival(testDatabase.sql, out)])
  return backup
}

const restore = (backup: Buffer, { db } = testDatabase, lists: Erasure[][] = []) =>
  loadFestival(db, Readable.from([backup]), { replace: true, lists })

const HASH = 'a'.repeat(64)
const noRecords = { guests: [], signups: [], leaderboard: [], mails: [] }
const namesIn = async ({ sql } = testDatabase) =>
  (await sql`select name from guests where name <> '' order by name`).map(({ name }) => name)

// Rules 9.18 and 11.15: a restore ends all sign-ins, keys and gate devices, and repeats later erasures.
it('a restore repeats later erasures, ends all sign-ins and keys, and lists what to check', async () => {
  const admin = await staff(1)
  const [ana, iva] = [await makeGuest({ name: 'Ana' }), await makeGuest({ name: 'Iva' })]
  await makeSignup('0036500001')
  await makeSignup('0036500002')
  const [signup, deleted] = await sql`select id from signups order by jmbag`
  const [entry] = await sql`
    insert into leaderboard_entries (name, email, score, verified)
    values ('Meda', 'meda@primjer.hr', 10, true) returning id`
  await sql`
    insert into band_contacts (band_name, booker_name, booker_phone)
    values ('Limun', 'Iva Ivić', '091 111 2222')`
  await sql`insert into images (hash, mime, width, height, bytes) values (${HASH}, 'image/webp', 1, 1, 'x')`
  await sql`
    insert into sponsors (name, slug, url, email, image_hash, "order")
    values ('Limunada', gen_random_uuid(), 'https://x.example', 'a@x.example', ${HASH}, 1)`
  await signedIn(1)
  const phone = await pairPhone()
  const key = await makeKey({ name: 'Zaslon', privilege: 3, days: 30 }, admin)
  expect(await callerOfToken('access', key.token)).toMatchObject({ id: admin.id, privilege: 3 })
  const backup = await createBackup()

  await erasePerson({ ...noRecords, guests: [ana.id], signups: [signup?.id] }, admin)
  await deleteSignup(deleted?.id, admin)
  await deleteEntry(entry?.id, admin)
  await sql`delete from band_contacts`
  await sql`update sponsors set slug = gen_random_uuid()`
  await sql`update users set privilege = 0 where privilege = 4`
  await sql`update gate_devices set revoked_at = now()`
  await sql`update auth_sessions set ended_at = now()`
  await sql`insert into admin_grants (email_hash) values ('granted after the backup')`
  await sql`insert into used_id_tokens values ('used after the backup', now() + interval '1 hour')`
  const laterGuest = await makeGuest({ name: 'Later' })
  await erasePerson({ ...noRecords, guests: [laterGuest.id] }, admin)
  const erasures = await readErasures(testDatabase.sql)

  expect(await restore(backup)).toMatchObject({
    erased: 4,
    sponsors: ['Limunada'],
    bands: ['Limun'],
    staff: 1,
    mails: 0,
    hasEdition: false,
  })
  expect(await namesIn()).toEqual(['Iva'])
  expect(await sql`select from signups`).toHaveLength(0)
  expect(await sql`select from leaderboard_entries`).toHaveLength(0)
  expect(await sql`select from auth_sessions where ended_at is null`).toHaveLength(0)
  expect(await callerOfToken('access', key.token)).toBeNull()
  expect(await sql`select from gate_devices where revoked_at is null`).toHaveLength(0)
  expect(await sql`select id from gate_devices`).toMatchObject([{ id: phone.id }])
  expect(await sql`select from admin_grants`).toHaveLength(1)
  expect(await sql`select from used_id_tokens`).toHaveLength(1)
  expect(await readErasures(testDatabase.sql)).toEqual(erasures)
  // No new guest gets the id of an erased one.
  expect((await makeGuest({ name: 'Next' })).id).toBeGreaterThan(laterGuest.id)

  // After the loss of the database, the erasures stored with a later backup have the same effect.
  const fresh = openConnection(await newDatabase())
  expect(await restore(backup, fresh)).toMatchObject({
    erased: 0,
    sponsors: [],
    bands: [],
    staff: 0,
  })
  expect(await namesIn(fresh)).toEqual(['Ana', 'Iva'])
  const foreign: Erasure[] = [
    ['festival', 'another', new Date().toISOString()],
    ['guests', `${iva.id}`, new Date().toISOString()],
  ]
  const otherDatabase = openConnection(await newDatabase())
  expect(await restore(backup, otherDatabase, [erasures, foreign])).toMatchObject({ erased: 4 })
  expect(await namesIn(otherDatabase)).toEqual(['Iva'])
  const [next] = await otherDatabase.sql`select nextval('guests_id_seq')::int as id`
  expect(next?.id).toBeGreaterThan(laterGuest.id)
})

it('a restore blocks no request while its file is read', async () => {
  const backup = await createBackup()
  const { sql: restoring, db } = openConnection(url)
  const [session] = await restoring`select pg_backend_pid() as pid`
  const file = new PassThrough()
  const done = loadFestival(db, file, { replace: true, lists: [] })
  file.write(backup.subarray(0, backup.length - 200))
  const locks = () => sql`
    select mode from pg_locks where pid = ${session?.pid} and granted
      and relation in (select oid from pg_class where relnamespace = 'public'::regnamespace)`
  const isReading = async () => (await locks()).length > 0
  await expect.poll(isReading).toBe(true)
  expect(new Set((await locks()).map(({ mode }) => mode))).toEqual(new Set(['AccessShareLock']))
  const guest = await makeGuest({ name: 'Meanwhile' })
  expect(guest.id).toBeGreaterThan(0)
  file.end(backup.subarray(backup.length - 200))
  await done
  expect(await namesIn()).not.toContain('Meanwhile')
})

it('a restore blocks no request while it waits for table locks', async () => {
  const backup = await createBackup()
  const other = openConnection(url)
  const before = await namesIn()
  await other.sql.begin(async (tx) => {
    await tx`select from guests limit 1`
    const waiting = restore(backup, openConnection(url))
    // The waiting restore does not delay this statement.
    for (let i = 0; i < 20; i++) await makeGuest({ name: `Meanwhile${i}` })
    void waiting.catch(() => {})
    cleanups.unshift(() => waiting.catch(() => {}))
  })
  await expect.poll(namesIn).toEqual(before)
})
