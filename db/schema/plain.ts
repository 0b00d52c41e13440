import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

// The tables of the plain nouns (lib/plain.ts): texts under a number.

/** Whom to call about a band. */
export const bandContacts = pgTable(
  'band_contacts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    bandName: text().notNull(),
    bookerName: text().notNull(),
    bookerPhone: text().notNull(),
  },
  () => [
    check(
      'band_contacts_filled',
      sql`btrim(band_name) <> '' and btrim(booker_name) <> '' and btrim(booker_phone) <> ''`,
    ),
  ],
)
