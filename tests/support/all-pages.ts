import { readdirSync } from 'node:fs'
import type postgres from 'postgres'

/**
 * Lists one URL path for every page under `app`, in a festival with demo content. Throws for a new
 * page with a dynamic segment until an example path is added here.
 */
export async function allPages(sql: postgres.Sql) {
  const [guest] = await sql`select conf_code from guests where conf_code is not null limit 1`
  const [sponsor] = await sql`select slug from sponsors where slug is not null limit 1`
  const [performer] = await sql`select slug from lineup_items where visible limit 1`
  const examples: Record<string, string> = {
    'karta/[code]': `karta/${guest?.conf_code}`,
    'sponzori/[slug]': `sponzori/${sponsor?.slug}`,
    'lineup/[slug]': `lineup/${performer?.slug}`,
    'admin/[...rest]': 'admin/nema-ovoga',
    'admin/lineup-add/[slug]': 'admin/lineup-add/0',
    'admin/sponsors-add/[slug]': 'admin/sponsors-add/0',
    'admin/sponsors/[slug]': `admin/sponsors/${sponsor?.slug}`,
  }
  const addresses = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])page\.tsx$/.test(file))
    .map((file) => file.replaceAll('\\', '/').replace(/\/?page\.tsx$/, ''))
    .map((folder) => folder.replace(/^\([^)]+\)\/?/, ''))
    .map((route) => {
      const address = examples[route] ?? route
      if (address.includes('[')) throw new Error(`the page ${route} has no example URL`)
      return `/${address}`
    })
    .sort()
  const isStaff = (address: string) => /^\/admin(\/|$)/.test(address)
  return {
    visitors: addresses.filter((address) => !isStaff(address)),
    staff: addresses.filter(isStaff),
  }
}
