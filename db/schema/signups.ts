import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * What freshers sent with the pre-registration form. Several different ones may
 * bear one JMBAG (the desk picks); the very same one is kept once.
 */
export const signups = pgTable(
  'signups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    surname: text().notNull(),
    email: text().notNull(),
    jmbag: text().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    consentedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('signups_by_jmbag').on(t.jmbag),
    uniqueIndex('signups_same_submission_key').on(t.jmbag, t.email, t.name, t.surname),
    check('signups_jmbag_digits', sql`jmbag ~ '^[0-9]{10}$'`),
    check('signups_name_filled', sql`btrim(name) <> '' and btrim(surname) <> ''`),
  ],
)
