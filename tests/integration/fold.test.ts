import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { MIGRATIONS, readMigrations } from '@/db/migrate'
import { foldText } from '@/lib/text/fold'
import { emptyDatabase, newDatabase } from '../support/database'

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} })

/** Returns every letter of the Latin script in both cases, and other characters of names. */
function samples(): string[] {
  const texts = [
    'Djurdjica Nađ',
    'DJ Krmak',
    'djdj addj',
    'O’Neill‑Smith',
    'A\u200bB\ufeff',
    'ΟΔΟΣ',
  ]
  for (let code = 1; code < 0x110000; code++) {
    const letter = String.fromCodePoint(code)
    if (/\p{Script=Latin}/u.test(letter)) texts.push(letter, letter.toUpperCase(), `a${letter}j`)
    else if (code < 0x600 && !/\p{Cn}/u.test(letter)) texts.push(letter, `d${letter}j`)
    else if (code >= 0x2000 && code < 0x2100 && !/\p{Cn}/u.test(letter)) texts.push(`d${letter}j`)
  }
  return texts
}

// Rule 4.9: letters are normalized in the same way in the database, on the server and on the phone.
it('normalizes every Latin letter in the database as in JavaScript', async () => {
  const sql = connect(await newDatabase())
  const texts = samples()
  expect(texts.length).toBeGreaterThan(4000)
  const rows = await sql<{ text: string; folded: string }[]>`
    select text, public.fold_text(text) as folded from unnest(${texts}::text[]) as t (text)
    where unicode_assigned(text)`
  // Few letters are missing, because Node.js and PostgreSQL support different versions of Unicode.
  expect(rows.length).toBeGreaterThan(texts.length - 100)
  const differences = rows.filter(({ text, folded }) => folded !== foldText(text))
  expect(differences.map(({ text, folded }) => [text, folded, foldText(text)])).toEqual([])
  await sql.end()
})

it('normalizes stored names again in an upgrade, without marking guests as changed', async () => {
  const sql = connect(await emptyDatabase())
  const index = readMigrations().findIndex(({ tag }) => tag === '0041_fold-letters')
  const migrate = (from: number, to?: number) =>
    sql.begin(async (tx) => {
      for (const { sql: statements } of readMigrationFiles(MIGRATIONS).slice(from, to))
        for (const statement of statements) await tx.unsafe(statement)
    })
  await migrate(0, index)
  const [{ list } = {}] =
    await sql`insert into guest_lists (name) values ('Nađ') returning id as list`
  await sql`insert into guest_lists (name) values ('Nadj'), ('VIP')`
  const names = ['Djurdjica', 'Đurđica', 'Ana', 'Łukasz', 'Þórunn', 'Vid\u00adljiva']
  await sql`insert into guests (list_id, name, surname)
    select ${list as number}, name, 'Großmann' from unnest(${names}::text[]) as t (name)`
  const versions = () => sql`select id, xmin::text as written from guests order by id`
  const anaVersion = async () => (await versions())[2]?.written
  const countChanges = () => sql`select count(*)::int as n from gate_changes where noun = 'guest'`
  const before = { ana: await anaVersion(), changes: await countChanges() }

  await migrate(index, index + 1)
  const rows = await sql`select name, surname, search_name, search from guests order by id`
  expect(rows).toHaveLength(names.length)
  for (const { name, surname, search_name, search } of rows) {
    expect(search_name).toBe(foldText(`${name} ${surname}`))
    expect(search.trim()).toBe(search_name)
  }
  expect({ ana: await anaVersion(), changes: await countChanges() }).toEqual(before)
  expect((await sql`select name from guest_lists order by id`).map(({ name }) => name)).toEqual([
    'Nađ',
    'Nadj (2)',
    'VIP',
  ])
  // After the migration, the trigger writes changes to the change log again.
  await sql`update guests set surname = 'Žohar' where name = 'Łukasz'`
  expect(await countChanges()).not.toEqual(before.changes)
  await sql.end()
})
