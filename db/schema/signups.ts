import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Sign-ups of freshers. Several different sign-ups may have the same JMBAG; the desk chooses one.
 * An identical sign-up is stored once.
 */
export const signups = pgTable(
  'signups',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    surname: c.text().notNull(),
    email: c.text().notNull(),
    jmbag: c.text().notNull(),
    submittedAt: c.createdAt(),
    consentedAt: c.createdAt(),
  },
  (t) => [
    index('signups_by_jmbag').on(t.jmbag),
    // For the desk's search by name. Normalizing all names in the query takes 170 ms.
    index('signups_name_trgm')
      .using('gin', sql`public.fold_text(name || ' ' || surname) gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    uniqueIndex('signups_same_submission_key').on(t.jmbag, t.email, t.name, t.surname),
    check('signups_jmbag_digits', sql`jmbag ~ '^[0-9]{10}$'`),
    check('signups_name_filled', sql`btrim(name) <> '' and btrim(surname) <> ''`),
  ],
)
