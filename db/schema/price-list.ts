import { sql } from 'drizzle-orm'
import { check, integer, numeric, pgEnum, pgTable, smallint, text } from 'drizzle-orm/pg-core'

export const priceCategory = pgEnum('price_category', [
  'SOK',
  'PIVO',
  'DOLJEVI',
  'ALKOHOL',
  'OSTALO',
])

/**
 * Drinks and the rest. `order` (1-99, two digits in the API) is unique within its
 * category through a deferrable constraint. Price in euro, volume in litres (0: none).
 */
export const priceItems = pgTable(
  'price_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    category: priceCategory().notNull(),
    order: smallint().notNull(),
    priceEur: numeric({ precision: 8, scale: 2, mode: 'number' }).notNull(),
    volumeLitres: numeric({ precision: 6, scale: 3, mode: 'number' }).notNull(),
  },
  () => [
    check('price_items_name_filled', sql`btrim(name) <> ''`),
    check('price_items_order_two_digits', sql`"order" between 1 and 99`),
    check('price_items_price_not_negative', sql`price_eur >= 0`),
    check('price_items_volume_not_negative', sql`volume_litres >= 0`),
  ],
)
