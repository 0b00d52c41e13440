import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, rowId } from './columns'

/**
 * What freshers sent with the pre-registration form. Several different ones may
 * bear one JMBAG (the desk picks); the very same one is kept once.
 */
export const signups = pgTable(
  'signups',
  {
    id: rowId(),
    name: text().notNull(),
    surname: text().notNull(),
    email: text().notNull(),
    jmbag: text().notNull(),
    submittedAt: moment().notNull().defaultNow(),
    consentedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index('signups_by_jmbag').on(t.jmbag),
    uniqueIndex('signups_same_submission_key').on(t.jmbag, t.email, t.name, t.surname),
    check('signups_jmbag_digits', sql`jmbag ~ '^[0-9]{10}$'`),
    check('signups_name_filled', sql`btrim(name) <> '' and btrim(surname) <> ''`),
  ],
)
