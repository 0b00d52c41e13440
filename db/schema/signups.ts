import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * What freshers sent with the pre-registration form. Several different ones may
 * bear one JMBAG (the desk picks); the very same one is kept once.
 */
export const signups = pgTable(
  'signups',
  {
    ...c.named(),
    surname: c.text().notNull(),
    email: c.text().notNull(),
    jmbag: c.text().notNull(),
    submittedAt: c.createdAt(),
    consentedAt: c.createdAt(),
  },
  (t) => [
    index('signups_by_jmbag').on(t.jmbag),
    // The desk searches by the name of a sign-up, and folding all names takes a sixth of a second.
    index('signups_name_trgm')
      .using('gin', sql`public.fold_text(name || ' ' || surname) gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    uniqueIndex('signups_same_submission_key').on(t.jmbag, t.email, t.name, t.surname),
    check('signups_jmbag_digits', sql`jmbag ~ '^[0-9]{10}$'`),
    check('signups_name_filled', sql`btrim(name) <> '' and btrim(surname) <> ''`),
  ],
)
