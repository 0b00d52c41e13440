import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '@/db/migrate'
import { hashOf, RELEASED, rollingProblems, stopReason } from '@/db/migration-rules'

const problemsOf = (text: string) => rollingProblems({ tag: 'x', text })

describe('the migrations of this release', () => {
  const all = readMigrations()

  it('have not changed since their release', () => {
    // Every database stores the hashes. Write another migration instead of changing one.
    expect(hashOf(all.slice(0, RELEASED.count))).toBe(RELEASED.hash)
  })

  it('are rolling, or state why instances must stop', () => {
    // docs/operate/upgrade.md describes what to do instead of a breaking statement.
    expect(all.slice(RELEASED.count).flatMap(rollingProblems)).toEqual([])
  })

  it('are all in the journal, in ascending order of time, or drizzle would skip one', () => {
    const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
    const times = entries.map(({ when }: { when: number }) => when)
    expect(new Set(times).size).toBe(times.length)
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    const files = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'))
    expect(files.sort()).toEqual(all.map(({ tag }) => `${tag}.sql`))
  })
})

describe('rollingProblems', () => {
  it.each([
    ['a dropped column', 'ALTER TABLE "guests" DROP COLUMN "note";'],
    ['a dropped table', 'drop table tags'],
    ['a renamed column', 'alter table guests rename column note to remark'],
    ['a renamed table', 'ALTER TABLE guests RENAME TO people'],
    ['another type of a column', 'ALTER TABLE "guests" ALTER COLUMN "phone" SET DATA TYPE bigint'],
    ['another type, in the short form', 'alter table guests alter column phone type bigint'],
    [
      'an existing column that becomes not null',
      'ALTER TABLE "guests" ALTER COLUMN "phone" SET NOT NULL',
    ],
    [
      'a new column that is not null without a default',
      'ALTER TABLE "guests" ADD COLUMN "size" text NOT NULL',
    ],
    ['a dropped default', 'alter table guests alter column name drop default'],
    [
      'a check on existing columns',
      'ALTER TABLE "guests" ADD CONSTRAINT "g" CHECK (char_length(phone) > 5)',
    ],
    [
      'a check on an existing and a new column',
      'ALTER TABLE g ADD COLUMN b int; ALTER TABLE g ADD CHECK (a < b)',
    ],
    [
      'a foreign key of an existing column',
      'ALTER TABLE g ADD CONSTRAINT k FOREIGN KEY ("a") REFERENCES "t"("id")',
    ],
    [
      'a unique index on an existing column',
      'CREATE UNIQUE INDEX "k" ON "guests" USING btree ("phone")',
    ],
    ['a dropped index', 'DROP INDEX "guests_by_name"'],
    ['a dropped unique constraint', 'alter table sponsors drop constraint sponsors_order_key'],
    ['a dropped function', 'drop function presence_changes(int[])'],
    ['a dropped trigger', 'drop trigger passages_append_only on passages'],
    ['a truncated table', 'TRUNCATE signups'],
    [
      'one breaking statement of several',
      'alter table a add column b int; --> statement-breakpoint\ndrop table c;',
    ],
  ])('refuses %s', (_what, statement) => expect(problemsOf(statement)).toHaveLength(1))

  it.each([
    ['a new table', 'CREATE TABLE "a" ("b" text NOT NULL);'],
    [
      'a new table with constraints',
      'CREATE TABLE a (b int); CREATE UNIQUE INDEX k ON "a" USING btree ("b")',
    ],
    ['a nullable column', 'ALTER TABLE "guests" ADD COLUMN "size" text'],
    ['a column with a default', `ALTER TABLE "g" ADD COLUMN "s" text DEFAULT 'a;b' NOT NULL`],
    [
      'a check on a new column',
      'ALTER TABLE g ADD COLUMN s text; ALTER TABLE g ADD CHECK (s is not null)',
    ],
    [
      'a foreign key of a new column',
      'ALTER TABLE "g" ADD COLUMN "s" int; ALTER TABLE "g" ADD CONSTRAINT "f" FOREIGN KEY ("s") REFERENCES "t"("id")',
    ],
    ['a new index', 'CREATE INDEX "guests_by_phone" ON "guests" USING btree ("phone")'],
    ['a new default', `alter table guests alter column name set default ''`],
    ['a new value of a type', `ALTER TYPE "price_category" ADD VALUE 'KAVA'`],
    ['a statement in a comment', '-- drop table a;\nselect 1'],
    ['a statement in a string', `insert into translations values ('drop table a')`],
    [
      'a statement in a function body',
      'create function f() returns void as $$ begin truncate a; end $$',
    ],
  ])('accepts %s', (_what, statement) => expect(problemsOf(statement)).toEqual([]))

  it('accepts any statement if the first line says stop or rolling with a reason', () => {
    const change = 'alter table a drop column b'
    expect(problemsOf(`-- stop: b is split in two\n${change}`)).toEqual([])
    expect(problemsOf(`-- rolling: nobody has read b since the last release\n${change}`)).toEqual(
      [],
    )
    expect(stopReason(`-- stop: b is split in two\n${change}`)).toBe('b is split in two')
    expect(stopReason(`-- rolling: fine\n${change}`)).toBeNull()
    expect(problemsOf(`${change}\n-- stop: too late`)).toHaveLength(1)
    expect(problemsOf(`-- stop:\n${change}`)).toHaveLength(1)
  })
})
