import { rmSync } from 'node:fs'
import postgres from 'postgres'
import { migrateDatabase } from '@/db/migrate'
import { parseSettings } from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import { createDatabase, startEmbeddedPostgres } from '@/scripts/lib/embedded-postgres'
import { tempDir } from './temp-dir'

export const TEMPLATE = 'festival_template'

/** Settings of the festival's edition in the tests, as an admin would set them. */
const EDITION = {
  DEMO: '0',
  FESTIVAL_YEAR: '2025',
  FESTIVAL_EDITION: '42',
  CONTACT_EMAIL: 'info@brucosijada.example',
  CONTACT_EMAIL_SPONSORS: 'sponzori@brucosijada.example',
  INSTAGRAM_URL: 'https://www.instagram.com/',
  FACEBOOK_URL: 'https://www.facebook.com/',
  TIKTOK_URL: 'https://www.tiktok.com/',
  TICKET_SHOP_URL: 'https://www.entrio.hr/',
}

/** Names of the staff members in every test database, by privilege 0 to 4. */
const STAFF = ['Nina Nova', 'Ana Admin', 'Edo Ulaz', 'Karla Karte', 'Bruno Oboje']

/**
 * Starts PostgreSQL for one run of the tests, with a migrated template database that has one staff
 * member per privilege. The tests get its URL in TEST_POSTGRES.
 */
export async function startTestPostgres() {
  const dir = tempDir()
  const server = await startEmbeddedPostgres(dir, 'test')
  process.env.TEST_POSTGRES = server.urlOf('postgres')
  // Turns fsync off: no test crashes the machine, so data need not reach the disk.
  const owner = postgres(server.urlOf('postgres'), { max: 1 })
  await owner`alter system set fsync = off`
  await owner`select pg_reload_conf()`
  await owner.end()
  await createDatabase(server.urlOf('postgres'), TEMPLATE)
  await migrateDatabase(server.urlOf(TEMPLATE), editionDefaults(parseSettings(EDITION)))
  const sql = postgres(server.urlOf(TEMPLATE), { max: 1 })
  for (const [privilege, name] of STAFF.entries())
    await sql`insert into users ${sql({ name, privilege, email: `${privilege}@brucosijada.example` })}`
  await sql.end()
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
