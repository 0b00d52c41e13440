import { sql } from 'drizzle-orm'
import { check, pgEnum, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { imageHash } from './images'

// Texts and lists that organisers edit.

/**
 * Performers. `order` is unique by a deferrable constraint, so that two performers can swap their
 * positions within one transaction.
 */
export const lineupItems = pgTable(
  'lineup_items',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    slug: c.text().notNull(),
    imageHash: imageHash(),
    biography: c.text().notNull().default(''),
    /** Link to the performer's music; '' for none. */
    listenUrl: c.text().notNull().default(''),
    visible: c.boolean().notNull().default(true),
    order: c.integer().notNull(),
  },
  (t) => [
    uniqueIndex('lineup_items_slug_key').on(t.slug),
    check('lineup_items_name_filled', sql`btrim(name) <> ''`),
    check('lineup_items_order_counts', sql`"order" >= 1`),
  ],
)

export const priceCategory = pgEnum('price_category', [
  'SOK',
  'PIVO',
  'DOLJEVI',
  'ALKOHOL',
  'OSTALO',
])

/**
 * Price items of the bar. `order` (1 to 99, two digits in the API) is unique within the category by
 * a deferrable constraint. A volume of 0 means that the item has no volume.
 */
export const priceItems = pgTable(
  'price_items',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    category: priceCategory().notNull(),
    order: c.smallint().notNull(),
    priceEur: c.numeric({ precision: 8, scale: 2, mode: 'number' }).notNull(),
    volumeLitres: c.numeric({ precision: 6, scale: 3, mode: 'number' }).notNull(),
  },
  () => [
    check('price_items_name_filled', sql`btrim(name) <> ''`),
    check('price_items_order_two_digits', sql`"order" between 1 and 99`),
    check('price_items_price_not_negative', sql`price_eur >= 0`),
    check('price_items_volume_not_negative', sql`volume_litres >= 0`),
  ],
)

/** Site texts by key, in the form `section.name`. */
export const translations = pgTable(
  'translations',
  {
    id: c.rowId(),
    key: c.text().notNull(),
    value: c.text().notNull(),
  },
  (t) => [
    uniqueIndex('translations_key_key').on(t.key),
    check('translations_key_filled', sql`btrim(key) <> ''`),
  ],
)

/** Visibility flags, one row per key: nine with `visible`, two with a time in `at`. */
export const visibilityFlags = pgTable(
  'visibility_flags',
  {
    name: c.text().primaryKey(),
    visible: c.boolean(),
    at: c.timestamptz(),
  },
  () => [
    check(
      'visibility_flags_known',
      sql`case when name in ('TIMER_TIME', 'SPONSORS_INPUT_TIME') then visible is null
        when name in ('COMINGSOON_VISIBILITY', 'LINEUP_VISIBILITY', 'SPONSORS_VISIBILITY',
          'CJENIK_VISIBILITY', 'TLOCRT_VISIBILITY', 'SATNICA_VISIBILITY', 'ULAZNICA_VISIBILITY',
          'IGRICA_VISIBILITY', 'TIMER_VISIBILITY') then visible is not null and at is null
        else false end`,
    ),
  ],
)

export const bandContacts = pgTable(
  'band_contacts',
  {
    id: c.rowId(),
    bandName: c.text().notNull(),
    bookerName: c.text().notNull(),
    bookerPhone: c.text().notNull(),
    /** E-mail address of the booker; '' if unknown. */
    bookerEmail: c.text().notNull().default(''),
    notes: c.text().notNull().default(''),
  },
  () => [
    check(
      'band_contacts_filled',
      sql`btrim(band_name) <> '' and btrim(booker_name) <> '' and btrim(booker_phone) <> ''`,
    ),
  ],
)
