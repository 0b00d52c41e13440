import { sql } from 'drizzle-orm'
import { check, index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { lineupItems } from './content'
import { images } from './images'

/**
 * Each year's festival: the one that has not ended is this one, and there is always exactly one.
 * What organisers have not said is '', and nothing stands in its place in public.
 */
export const editions = pgTable(
  'editions',
  {
    ...c.named(),
    year: c.smallint().notNull(),
    /** The how manieth it is. */
    number: c.smallint().notNull(),
    /** When doors open and when the night is over; both or neither. */
    opensAt: c.timestamptz(),
    closesAt: c.timestamptz(),
    place: c.text().notNull().default(''),
    address: c.text().notNull().default(''),
    contactEmail: c.text().notNull().default(''),
    sponsorsEmail: c.text().notNull().default(''),
    instagramUrl: c.text().notNull().default(''),
    facebookUrl: c.text().notNull().default(''),
    tiktokUrl: c.text().notNull().default(''),
    aircashUrl: c.text().notNull().default(''),
    ticketShopUrl: c.text().notNull().default(''),
    ticketWidgetSrc: c.text().notNull().default(''),
    /** Its `data-` attributes by name. */
    ticketWidgetData: c.jsonb().$type<Record<string, string>>().notNull().default({}),
    /** What a ticket costs, in cents; null: nobody has said. */
    ticketPriceCents: c.integer(),
    /** How far the sale has come, as organisers tell visitors; lib/festival says which there are. */
    salesState: c
      .text()
      .$type<'open' | 'last' | 'sold_out' | 'at_door'>()
      .notNull()
      .default('open'),
    /** Whom visitors call on the night when they need help. */
    nightPhone: c.text().notNull().default(''),
    /** Whether the desk counts money: ways of payment, shifts, receipts. */
    cashDesk: c.boolean().notNull().default(false),
    /** Whether the desk may add a student who signed up to the freshers' list. */
    deskAdds: c.boolean().notNull().default(false),
    /** Where the map is centred, in degrees (WGS 84). */
    lng: c.doublePrecision().notNull(),
    lat: c.doublePrecision().notNull(),
    /** Personal data go by themselves so many days after the end. */
    retentionDays: c.smallint().notNull().default(60),
    /** When an admin ended it; null of the one that is. */
    endedAt: c.timestamptz(),
    /** When its people were erased, by the end or by the days that passed. */
    erasedAt: c.timestamptz(),
  },
  () => [
    uniqueIndex('editions_current').on(sql`(true)`).where(sql`ended_at is null`),
    check('editions_name_filled', sql`btrim(name) <> ''`),
    check('editions_year_possible', sql`year between 2000 and 2100`),
    check('editions_number_counts', sql`number >= 1`),
    check('editions_times_whole', sql`(opens_at is null) = (closes_at is null)`),
    check('editions_ends_after_it_began', sql`closes_at > opens_at`),
    check('editions_price_possible', sql`ticket_price_cents between 0 and 100000`),
    check(
      'editions_sales_state_known',
      sql`sales_state in ('open', 'last', 'sold_out', 'at_door')`,
    ),
    check('editions_centre_on_earth', sql`lng between -180 and 180 and lat between -85 and 85`),
    check('editions_retention_possible', sql`retention_days between 1 and 3650`),
  ],
)

/** What stays of an edition for ever: numbers without names. */
export const editionTotals = pgTable(
  'edition_totals',
  {
    editionId: c
      .integer()
      .notNull()
      .references(() => editions.id),
    /** What was counted; lib/editions says which there are. */
    kind: c.text().notNull(),
    /** The list or gate; '' of all. */
    label: c.text().notNull().default(''),
    /** The beginning of the day or quarter of an hour; null of the whole edition. */
    at: c.timestamptz(),
    count: c.integer().notNull(),
  },
  (t) => [unique('edition_totals_once').on(t.editionId, t.kind, t.label, t.at).nullsNotDistinct()],
)

/** Where performers play. `order` is unique through a deferrable constraint. */
export const stages = pgTable('stages', { ...c.named(), order: c.integer().notNull() }, () => [
  check('stages_name_filled', sql`btrim(name) <> ''`),
  check('stages_order_counts', sql`"order" >= 1`),
])

/** Who plays where from when to when; two at once on one stage an exclusion constraint refuses. */
export const sets = pgTable(
  'sets',
  {
    id: c.rowId(),
    stageId: c
      .integer()
      .notNull()
      .references(() => stages.id),
    /** The performer; null of what is nobody's (doors, a break). */
    lineupItemId: c.integer().references(() => lineupItems.id, { onDelete: 'cascade' }),
    /** What it is called; '' where the performer's name says it. */
    title: c.text().notNull().default(''),
    startsAt: c.timestamptz().notNull(),
    endsAt: c.timestamptz().notNull(),
  },
  (t) => [
    check('sets_called_something', sql`lineup_item_id is not null or btrim(title) <> ''`),
    check('sets_end_after_start', sql`ends_at > starts_at`),
    index('sets_by_performer').on(t.lineupItemId),
  ],
)

/** A picture or document that an organiser has put in a place of the site; without a row, what is shipped. */
export const artworks = pgTable(
  'artworks',
  {
    /** lib/artwork says which places there are. */
    place: c.text().primaryKey(),
    imageHash: c.text().references(() => images.hash),
    /** A PDF, as it was uploaded. */
    document: c.bytea(),
    /** How its file was called. */
    fileName: c.text().notNull(),
    /** Of what lies on the map: its corners, north-west first and clockwise, as [lng, lat]. */
    corners: c.jsonb().$type<[number, number][]>(),
    updatedAt: c.createdAt(),
  },
  (t) => [
    check('artworks_one_thing', sql`(image_hash is null) <> (document is null)`),
    index('artworks_by_image').on(t.imageHash),
  ],
)
