import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '@/db/migrate'
import { hashOf, RELEASED, rollingProblems, stopReason } from '@/db/migration-rules'

const problemsOf = (text: string) => rollingProblems({ tag: 'x', text })

describe('the migrations there are', () => {
  const all = readMigrations()

  it('stand as they were released', () => {
    // Every database remembers the hash of each. Write another migration instead.
    expect(hashOf(all.slice(0, RELEASED.count))).toBe(RELEASED.hash)
  })

  it('let instances of the release before serve on while they are applied, or ask for a stop', () => {
    // db/migration-rules.ts says which statements do not, docs/upgrades.md what to do instead.
    expect(all.slice(RELEASED.count).flatMap(rollingProblems)).toEqual([])
  })

  it('are all of the journal, one later than the other, or those before would be passed over', () => {
    const { entries } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
    const times = entries.map(({ when }: { when: number }) => when)
    expect(new Set(times).size).toBe(times.length)
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    const files = readdirSync('db/migrations').filter((name) => name.endsWith('.sql'))
    expect(files.sort()).toEqual(all.map(({ tag }) => `${tag}.sql`))
  })
})

describe('what an instance of the release before cannot live with', () => {
  it.each([
    ['a column that goes', 'ALTER TABLE "guests" DROP COLUMN "note";'],
    ['a table that goes', 'drop table tags'],
    ['another name', 'alter table guests rename column note to remark'],
    ['another name of a table', 'ALTER TABLE guests RENAME TO people'],
    ['another type', 'ALTER TABLE "guests" ALTER COLUMN "phone" SET DATA TYPE bigint'],
    ['another type, said shortly', 'alter table guests alter column phone type bigint'],
    ['a field that must be filled', 'ALTER TABLE "guests" ALTER COLUMN "phone" SET NOT NULL'],
    ['a new one that must be filled', 'ALTER TABLE "guests" ADD COLUMN "size" text NOT NULL'],
    ['a default that goes', 'alter table guests alter column name drop default'],
    ['a rule', 'ALTER TABLE "guests" ADD CONSTRAINT "g" CHECK (char_length(phone) > 5)'],
    ['a rule over old and new', 'ALTER TABLE g ADD COLUMN b int; ALTER TABLE g ADD CHECK (a < b)'],
    ['a key', 'ALTER TABLE g ADD CONSTRAINT k FOREIGN KEY ("a") REFERENCES "t"("id")'],
    ['what may be there once', 'CREATE UNIQUE INDEX "k" ON "guests" USING btree ("phone")'],
    ['an index', 'DROP INDEX "guests_by_name"'],
    ['what `on conflict` names', 'alter table sponsors drop constraint sponsors_order_key'],
    ['a function', 'drop function presence_changes(int[])'],
    ['a trigger', 'drop trigger passages_append_only on passages'],
    ['all rows of a table', 'TRUNCATE signups'],
    ['one of several', 'alter table a add column b int; --> statement-breakpoint\ndrop table c;'],
  ])('%s', (_what, statement) => expect(problemsOf(statement)).toHaveLength(1))

  it.each([
    ['a table', 'CREATE TABLE "a" ("b" text NOT NULL);'],
    [
      'a table with rules',
      'CREATE TABLE a (b int); CREATE UNIQUE INDEX k ON "a" USING btree ("b")',
    ],
    ['a field that may be empty', 'ALTER TABLE "guests" ADD COLUMN "size" text'],
    ['one that has a default', `ALTER TABLE "g" ADD COLUMN "s" text DEFAULT 'a;b' NOT NULL`],
    ['one with a rule', 'ALTER TABLE g ADD COLUMN s text; ALTER TABLE g ADD CHECK (s is not null)'],
    [
      'one that points elsewhere',
      'ALTER TABLE "g" ADD COLUMN "s" int; ALTER TABLE "g" ADD CONSTRAINT "f" FOREIGN KEY ("s") REFERENCES "t"("id")',
    ],
    ['an index', 'CREATE INDEX "guests_by_phone" ON "guests" USING btree ("phone")'],
    ['a default', `alter table guests alter column name set default ''`],
    ['a value of a type', `ALTER TYPE "price_category" ADD VALUE 'KAVA'`],
    ['what a remark says', '-- drop table a;\nselect 1'],
    ['what a text says', `insert into translations values ('drop table a')`],
    ['what a function does', 'create function f() returns void as $$ begin truncate a; end $$'],
  ])('lets through: %s', (_what, statement) => expect(problemsOf(statement)).toEqual([]))

  it('nothing, where the first line asks for a stop or says why it holds', () => {
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
