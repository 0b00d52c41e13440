import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { FLAGS, TIMES } from '@/db/catalogue/visibility-keys'
import { HOSTILE_TEXTS } from './hostile-inputs'

/** Unusual texts that PostgreSQL can store. No migration may fail on them. */
const TEXTS = [
  ...HOSTILE_TEXTS,
  'a\tb\\n\nc\r\n\\.',
  'O’Hara "Đuro" & \'Žac\'',
  "\u2028}{{',",
].filter((text) => text.trim() && !text.includes('\0') && Buffer.from(text).toString() === text)

/** PNG image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const jmbag = (n: number) => String(36_000_000 + n).padStart(10, '0')
const INSTANTS = [
  '2025-10-03T19:59:59.999999Z',
  '2025-10-03T20:00:00.000001Z',
  '1999-12-31T23:59:59.5Z',
  '2025-10-26T01:30:00Z',
]
const instantAt = (n: number) => INSTANTS[n % INSTANTS.length] as string

/**
 * Number of migrations of the first release: the first commit in which the product worked as a
 * whole, from the sign-up form to the gate and the report, as one browser test proved.
 */
export const FIRST_RELEASE = 3

/** Fills every table of the first release with unusual values. */
export async function fillFirstRelease(sql: Sql) {
  const idsOf = async (rows: Promise<readonly Record<string, unknown>[]>) =>
    (await rows).map(({ id }) => id as number)
  const userRows = [
    ...[0, 1, 2, 3, 4].map((privilege) => ({ name: `Osoba ${privilege}`, privilege })),
    ...TEXTS.slice(0, 5).map((name) => ({ name, privilege: 0 })),
  ]
  const users = await idsOf(
    sql`insert into users ${sql(userRows.map((p, i) => ({ ...p, email: `o'${i}+%_@brucosijada.example` })))} returning id`,
  )
  const tags = await idsOf(
    sql`insert into tags ${sql([
      { name: 'Brucoši', role: 'brucosi' },
      { name: 'Brucošija', role: 'product' },
      { name: 'VIP', role: 'vip' },
      ...TEXTS.map((text, i) => ({ name: `${i} ${text.slice(0, 300)}`, role: null })),
    ])} returning id`,
  )
  const hash = sha256(PIXEL)
  await sql`insert into images ${sql({ hash, mime: 'image/png', width: 1, height: 1, bytes: PIXEL })}`
  await sql`insert into lineup_items ${sql(
    TEXTS.map((text, i) => ({
      name: text,
      slug: `izvodac-${i}`,
      biography: text,
      image_hash: hash,
      visible: i % 2 === 0,
      order: i + 1,
    })),
  )}`
  const sponsors = await idsOf(
    sql`insert into sponsors ${sql(
      ['Brucoši', ...TEXTS].map((name, i) => ({
        name,
        slug: randomUUID(),
        url: `https://a.example/?${encodeURIComponent(name)}`,
        image_hash: hash,
        email: `s${i}@a.example`,
        guest_cap: i * 10,
        guests_enabled: i % 3,
        visible: i % 2 === 0,
        order: i + 1,
      })),
    )} returning id`,
  )
  await sql`insert into price_items ${sql(
    ['SOK', 'PIVO', 'DOLJEVI', 'ALKOHOL', 'OSTALO'].map((category, i) => ({
      name: TEXTS[i] ?? '',
      category,
      order: 99 - i,
      price_eur: '999999.99',
      volume_litres: '0.001',
    })),
  )}`
  await sql`insert into translations ${sql(TEXTS.map((text, i) => ({ key: `k${i}.${text.slice(0, 500)}`, value: text })))}`
  await sql`insert into band_contacts ${sql(
    TEXTS.map((text) => ({ band_name: text, booker_name: text, booker_phone: text })),
  )}`
  await sql`insert into signups ${sql(
    TEXTS.map((text, i) => ({
      name: text.slice(0, 500),
      surname: text.slice(0, 500),
      email: `x${i}@fer.hr`,
      jmbag: jmbag(i),
      submitted_at: instantAt(i),
      consented_at: instantAt(i + 1),
    })),
  )}`
  await sql`insert into leaderboard_entries ${sql(
    TEXTS.map((name, i) => ({ name, email: `igrac${i}@fer.hr`, score: i === 0 ? 2 ** 31 - 1 : i })),
  )}`
  await sql`insert into visibility_flags ${sql([
    ...FLAGS.map((name) => ({ name, visible: true, at: null })),
    ...TIMES.map((name) => ({ name, visible: null, at: instantAt(1) })),
  ])}`
  const guests = await idsOf(
    sql`insert into guests ${sql(
      [...TEXTS, ...TEXTS, ''].map((text, i) => {
        const isSponsors = i % 3 === 0
        return {
          name: text,
          surname: i % 4 === 0 ? '' : text,
          jmbag: i % 5 === 0 ? null : jmbag(i),
          tag_id: isSponsors ? null : tags[i % tags.length],
          sponsor_id: isSponsors ? sponsors[i % sponsors.length] : null,
          email: i % 2 === 0 ? `g${i}@fer.hr` : null,
          phone: i % 7 === 0 ? text : null,
          conf_code: i % 3 === 1 ? null : randomUUID(),
          bought_at: i % 3 === 1 ? null : instantAt(i),
          entered_at: i % 4 < 2 ? instantAt(i) : null,
          created_at: instantAt(i + 2),
          deleted_at: i % 6 === 5 ? instantAt(i + 3) : null,
        } as unknown as Record<string, string>
      }),
    )} returning id`,
  )
  // Two guests with the same data, one of them deleted.
  await sql`insert into guests (name, jmbag, tag_id, deleted_at) values
    ('Ana', '0099999999', ${tags[0] ?? 0}, now()), ('Ana', '0099999999', ${tags[0] ?? 0}, null)`
  await sql`insert into mails (template, state, to_mail, name, subject, message, conf_code, guest_id, html, resend, attempts)
    select 'ticket-confirmation', (array['queued', 'sent', 'recorded', 'failed'])[1 + id % 4], 'a@fer.hr',
      name, name, surname, conf_code, id, name, id % 2 = 0, id from guests`
  const record = (entity: string, entity_id: string, action: string, n: number) => {
    const author = { user_id: n % 3 === 0 ? null : users[n % users.length] }
    const changes = sql.json({ name: [TEXTS[n % TEXTS.length] ?? '', null] })
    const entry = { entity, entity_id, action, at: instantAt(n), changes, ...author }
    return entry as unknown as Record<string, string>
  }
  const entries: Record<string, string>[] = [
    ...guests.slice(0, 12).map((id, i) => record('guests', String(id), 'admitted', i)),
    ...guests.slice(0, 6).map((id, i) => record('guests', String(id), 'let_out', i + 1)),
    record('guests', '', 'admitted', 1),
    record('guests', '99999999999999999999', 'let_out', 2),
    record('guests', '1e3', 'admitted', 3),
    record('tags', 'nema', 'deleted', 4),
  ]
  await sql`insert into activities ${sql(entries)}`
  await sql`insert into auth_sessions ${sql(
    users.map((user_id, i) => ({ user_id, generation: i, expires_at: instantAt(i) })),
  )}`
}

/**
 * Statements to run after a migration, by the migration's name, so that the next migration finds
 * rows in every table. Earlier rows stay. A migration that creates a table needs an entry here.
 */
export const AFTER: Record<string, (sql: Sql) => Promise<unknown>> = {
  '0002_order-constraints': fillFirstRelease,
  '0003_lists-of-the-deleted': (sql) =>
    sql`update guests set tag_id = null, sponsor_id = null where deleted_at is not null and id % 2 = 0`,
  '0004_limits-and-idempotency': (sql) =>
    sql.begin((tx) => [
      tx`insert into idempotency_keys (id, request, run, status, headers, answer)
      values ('k', 'r', gen_random_uuid(), 201, '{"a": "b"}', ${PIXEL})`,
      tx`insert into rate_limits values ('x', 2147483647, 9223372036854775807)`,
    ]),
  '0006_played-rounds': (sql) =>
    sql`insert into played_rounds values (gen_random_uuid(), 'x', now())`,
  '0007_sponsor-mails': (sql) =>
    sql`update mails set sponsor_id = (select min(id) from sponsors), details = '{"a": [1]}' where id in (select id from mails limit 3)`,
  '0008_mail-sending': (sql) =>
    sql.begin((tx) => [
      tx`insert into mail_batches (kind, total, created_by) select 'list', 2, min(id) from users`,
      tx`insert into mail_service default values`,
      // Mails without a batch: for some the provider request is still running, for the others it
      // has ended.
      tx`update mails set call_key = '11111111-1111-4111-8111-111111111111', state = 'sending' where state = 'queued'`,
      tx`update mails set call_key = gen_random_uuid() where state = 'sent'`,
    ]),
  '0009_sign-ins': (sql) => sql`insert into used_id_tokens values ('x', now())`,
  '0013_guest-notes': (sql) => sql`update guests set note = left(name, 200) where name <> ''`,
  '0014_guest-bans': (sql) => sql`update guests set ban_reason = 'Tuča' where id % 11 = 0`,
  '0017_guest-reads': (sql) => sql`insert into guest_reads select id, now(), 2147483647 from users`,
  '0019_passages': (sql) =>
    sql.begin((tx) => [
      tx`insert into gate_devices (gate_id, label, is_staff, user_id, secret_hash, ends_at, status)
      select 1, ${TEXTS[3] ?? ''}, true, min(id), '\\xff00', now(), '{"queue": 1}' from users`,
      tx`insert into gate_pairings (gate_id, code_hash, expires_at, ends_at, device_id)
      select 1, '\\x00', now(), now(), id from gate_devices`,
      // Two admissions without an exit between them: a duplicate admission.
      tx`insert into passages (id, guest_id, gate_id, direction, verdict, decided, at, objection)
      select passage_id(now()), g.id, 1, 'in', 'admitted', 'alone', at, 'no_ticket'
      from (select min(id) as id from guests where deleted_at is null and entered_at is null) g,
        unnest(array[now(), now() + interval '1 second']) at`,
    ]),
  '0021_settled-objections': (sql) =>
    sql`insert into settled_objections (passage, settled) select id, 'stays' from passages where objection is not null`,
  '0022_drills': (sql) =>
    sql.begin((tx) => [
      tx`insert into gate_drills (ends_at) values (now())`,
      tx`insert into gate_drill_reports (drill_id, device_id, passages, facts)
      select gate_drills.id, gate_devices.id, '[]', '{}' from gate_drills, gate_devices`,
    ]),
  '0023_night': (sql) =>
    sql.begin((tx) => [
      tx`update night set capacity = 1, opens_at = now(), closes_at = now() + interval '1 hour', pack_salt = '\\x01', pack_key = '\\x02'`,
      tx`update gates set capacity = 1000000`,
      tx`insert into night_packs (guests, salt, sealed) values (1, '\\x01', ${PIXEL})`,
    ]),
  '0026_editions': (sql) =>
    sql.begin((tx) => [
      tx`insert into editions (name, year, number, lng, lat, ended_at) values
      ('Prošla', 2024, 41, -180, 85, now()), (${TEXTS[3] ?? ''}, 2100, 32767, 15.97, 45.8, null)`,
      tx`insert into edition_totals select id, 'sold', '', null, 2147483647 from editions where ended_at is not null`,
      tx`insert into artworks (place, image_hash, file_name) select 'mark', hash, ${TEXTS[2] ?? ''} from images`,
      tx`insert into stages (name, "order") select name, row_number() over () from price_items`,
      tx`insert into sets (stage_id, lineup_item_id, starts_at, ends_at)
      select id, (select min(id) from lineup_items), now(), now() + interval '1 hour' from stages`,
    ]),
  '0027_pocket': (sql) => sql`update editions set ticket_price_cents = 100000`,
  '0028_wallet': (sql) =>
    sql.begin((tx) => [
      tx`insert into wallet_passes (guest_id, conf_code) select id, conf_code from guests where conf_code is not null limit 3`,
      tx`insert into wallet_phones select id, 'telefon', 'znak' from wallet_passes`,
      tx`insert into wallet_news (pass_id, device) select pass_id, device from wallet_phones`,
    ]),
  '0029_bulk': (sql) =>
    sql.begin((tx) => [
      tx`insert into bulk_jobs (kind, params, state, total, ended_at) values ('note', '{}', 'done', 1, now()), ('move', '{}', 'running', 9, null)`,
      tx`insert into bulk_items (job_id, guest_id, before) select id, 1, '{"note": null}' from bulk_jobs`,
    ]),
  '0030_imports': (sql) =>
    sql.begin((tx) => [
      tx`insert into guest_import_changes (guest_id) select min(id) from guests`,
      tx`insert into import_mappings (hash, fields, list_id) select ${sha256('x')}, '[]', min(id) from guest_lists`,
    ]),
  '0031_cash': (sql) =>
    sql.begin((tx) => [
      tx`insert into cash_shifts (seller_id) select min(id) from users`,
      tx`insert into cash_moves (kind, way, cents, shift_id) select 'float', 'cash', 5000, id from cash_shifts`,
      tx`insert into cash_moves (kind, way, cents, price_cents, shift_id, guest_id)
      select 'sale', 'cash', 1000, 1000, s.id, g.id from cash_shifts s, (select min(id) as id from guests) g`,
      tx`insert into cash_moves (kind, way, cents, price_cents, guest_id, sale_id)
      select 'return', 'cash', -1000, 1000, guest_id, id from cash_moves where kind = 'sale'`,
    ]),
  '0032_saved-filters': (sql) =>
    sql.begin((tx) => [
      tx`insert into chosen_columns select id, 'guests', array['name', ${TEXTS[3] ?? ''}] from users`,
      tx`insert into saved_filters (screen, name, query) values ('guests', ${TEXTS[3] ?? ''}, '?a=b')`,
    ]),
  '0034_webhooks': (sql) =>
    sql.begin((tx) => [
      tx`insert into webhook_receivers (description, url, events, secret)
      values (${TEXTS[3] ?? ''}, 'https://a.example', array['ticket.sold'], 'whsec_x')`,
      tx`insert into webhook_deliveries (receiver_id, type, happened_at, data)
      select id, 'ticket.sold', now(), '{}' from webhook_receivers`,
    ]),
  '0040_shown-guests': (sql) =>
    sql`insert into shown_guests select s.id, g.id from auth_sessions s, (select min(id) as id from guests) g`,
}
