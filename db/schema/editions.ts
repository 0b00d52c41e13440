import { sql } from 'drizzle-orm'
import { check, index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { lineupItems } from './content'
import { images } from './images'

/**
 * Editions, one per year. The current edition is the only one without `endedAt`. A text that the
 * organisers have not set is '', and public pages leave it out.
 */
export const editions = pgTable(
  'editions',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    year: c.smallint().notNull(),
    /** Ordinal of the edition: 42 for the 42nd festival. */
    ordinal: c.smallint().notNull(),
    /** Opening and closing time of the night: both set, or neither. */
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
    /** `data-` attributes of the ticket widget, by name. */
    ticketWidgetData: c.jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Price in cents of a fresher's ticket; null until an admin sets one. */
    ticketPriceCents: c.integer(),
    /** State of ticket sales that visitors see; lib/festival lists the states. */
    salesState: c
      .text()
      .$type<'open' | 'last' | 'sold_out' | 'at_door'>()
      .notNull()
      .default('open'),
    /** Telephone number for visitors who need help on the night. */
    nightPhone: c.text().notNull().default(''),
    /** Whether the cash desk is on: payment methods, cash shifts, receipts. */
    cashDesk: c.boolean().notNull().default(false),
    /** Whether the desk may put a student who signed up on the freshers' list. */
    deskAdds: c.boolean().notNull().default(false),
    /** Centre of the map, in degrees (WGS 84). */
    lng: c.doublePrecision().notNull(),
    lat: c.doublePrecision().notNull(),
    /** Days after the end of the edition until its personal data is erased automatically. */
    retentionDays: c.smallint().notNull().default(60),
    /** Time at which an admin ended the edition; null for the current edition. */
    endedAt: c.timestamptz(),
    /** Time at which the edition's personal data was erased, by an admin or by retention. */
    erasedAt: c.timestamptz(),
  },
  () => [
    uniqueIndex('editions_current').on(sql`(true)`).where(sql`ended_at is null`),
    check('editions_name_filled', sql`btrim(name) <> ''`),
    check('editions_year_possible', sql`year between 2000 and 2100`),
    check('editions_ordinal_counts', sql`ordinal >= 1`),
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

/** Totals of an edition, stored for ever. They contain counts and no personal data. */
export const editionTotals = pgTable(
  'edition_totals',
  {
    editionId: c
      .integer()
      .notNull()
      .references(() => editions.id),
    /** Kind of total; the type `TotalKind` in db/queries/editions.ts lists them. */
    kind: c.text().notNull(),
    /** Name of the guest list or gate; '' for the whole festival. */
    label: c.text().notNull().default(''),
    /** Start of the day or of the quarter of an hour; null for a total of the whole edition. */
    at: c.timestamptz(),
    count: c.integer().notNull(),
  },
  (t) => [unique('edition_totals_once').on(t.editionId, t.kind, t.label, t.at).nullsNotDistinct()],
)

/** Stages. `order` is unique by a deferrable constraint. */
export const stages = pgTable(
  'stages',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    order: c.integer().notNull(),
  },
  () => [
    check('stages_name_filled', sql`btrim(name) <> ''`),
    check('stages_order_counts', sql`"order" >= 1`),
  ],
)

/** Sets of the programme. An exclusion constraint refuses two overlapping sets on one stage. */
export const sets = pgTable(
  'sets',
  {
    id: c.rowId(),
    stageId: c
      .integer()
      .notNull()
      .references(() => stages.id),
    /** The performer; null for an entry without one, such as the opening or a break. */
    lineupItemId: c.integer().references(() => lineupItems.id, { onDelete: 'cascade' }),
    /** Title of the set; '' to show the performer's name. */
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

/** Uploaded images and documents by artwork slot. A slot without a row shows its default artwork. */
export const artworks = pgTable(
  'artworks',
  {
    /** Artwork slot; lib/artwork/rules.ts lists the slots. */
    slot: c.text().primaryKey(),
    imageHash: c.text().references(() => images.hash),
    /** The uploaded PDF, unchanged; null for a slot with an image. */
    document: c.bytea(),
    /** Name of the uploaded file. */
    fileName: c.text().notNull(),
    /** Corners of a drawing on the map as [lng, lat], clockwise from the north-west. */
    corners: c.jsonb().$type<[number, number][]>(),
    updatedAt: c.createdAt(),
  },
  (t) => [
    check('artworks_one_thing', sql`(image_hash is null) <> (document is null)`),
    index('artworks_by_image').on(t.imageHash),
  ],
)
