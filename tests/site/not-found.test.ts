// covers: app proxy.ts lib/http
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomUuidV1 } from '@/db/uuid'
import { newDatabase } from '../support/database'
import { textOf } from '../support/html'
import { demoCookie, type Instance, startInstance } from '../support/instance'

let site: Instance
let sql: postgres.Sql

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 2, onnotice: () => {} })
  // Hides all pages except the line-up; the site itself is live.
  await sql`update visibility_flags set visible = name in
    ('COMINGSOON_VISIBILITY', 'LINEUP_VISIBILITY') where visible is not null`
  site = await startInstance(database)
})
afterAll(async () => {
  await site?.stop()
  await sql?.end()
})

/** Sends a request by node:http, because `fetch` cannot send a different Host header. */
async function request(path: string, headers: OutgoingHttpHeaders = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${site.url}${path}`, { headers }, resolve).on('error', reject),
  )
  return { status: response.statusCode, headers: response.headers, html: await text(response) }
}

/** Headers that one or more proxies may add to a request, including wrong ones. */
const PROXIES: Record<string, string>[] = [
  {},
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-proto': 'https,http' },
  { host: 'brucosijada.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'brucosijada.example' },
  {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'brucosijada.example',
    'x-forwarded-port': '443',
    'x-forwarded-for': '203.0.113.7',
    forwarded: 'for=203.0.113.7;proto=https;host=brucosijada.example',
  },
  { host: 'localhost:1', 'x-forwarded-proto': 'http', 'x-forwarded-port': '1' },
]

const PAGE_NOT_FOUND = ['Stranica ne postoji', '...OPA!', 'Izgleda da tražena stranica ne postoji!']
const NO_TICKET = ['Ove karte nema', 'Nađi moju kartu']

it.each([
  ['a path without a page', () => '/nema-ovoga', PAGE_NOT_FOUND],
  ['a performer who does not exist', () => '/lineup/nema', PAGE_NOT_FOUND],
  ['a hidden page', () => '/cjenik', PAGE_NOT_FOUND],
  ['a hidden page under its other path', () => '/Satnica', PAGE_NOT_FOUND],
  ['a sponsor list that does not exist', () => `/sponzori/${randomUuidV1()}`, PAGE_NOT_FOUND],
  ['a sponsor list with a malformed slug', () => '/sponzori/x/', PAGE_NOT_FOUND],
  ['a ticket that does not exist', () => `/karta/${randomUuidV1()}`, NO_TICKET],
  ['a ticket with a malformed code', () => '/karta/x', NO_TICKET],
  ['the path of the page for unknown tickets', () => '/karta/nema', NO_TICKET],
])(
  '%s gets a 404 with an explanation, whatever headers the proxies add',
  async (_, path, phrases) => {
    for (const headers of PROXIES) {
      const headersText = JSON.stringify(headers)
      const { status, html } = await request(path(), headers)
      expect(status, headersText).toBe(404)
      expect(html, headersText).toMatch(/^<!DOCTYPE html><html lang="hr"/)
      for (const phrase of phrases) expect(textOf(html), headersText).toContain(phrase)
    }
  },
)

it('an unknown admin page gets a 404 with an explanation inside the admin layout', async () => {
  const cookie = await demoCookie(site.url, 1)
  for (const path of ['/admin/nema-ovoga', '/admin/nema/ni/ovdje'])
    for (const headers of PROXIES) {
      const { status, html } = await request(path, { ...headers, cookie })
      expect(status).toBe(404)
      expect(html).toMatch(/^<!DOCTYPE html><html lang="hr"/)
      expect(html).toContain('<nav aria-label="Uprava"')
      expect(html).toMatch(/<a [^>]*href="\/admin"[^>]*>(<[^>]+>)?Na početnu</)
      expect(textOf(html)).toContain('Te stranice nema u upravi')
      expect(textOf(html)).toContain('Nema te stranice')
    }
})

it('a failed sign-in with Google still leads to the page that the user requested', async () => {
  const callback = encodeURIComponent(`${site.url}/admin/login?next=%2Fadmin%2Ftags`)
  const { html } = await request('/admin/login?error=AccessDenied', {
    cookie: `next-auth.callback-url=${callback}`,
  })
  expect(textOf(html)).toContain('Prijava je odbijena ili prekinuta.')
  expect(html).toContain('\\"next\\":\\"/admin/tags\\"')
})

// Rule 9.3: the privilege decides the first page after the sign-in. The unit test next-path checks
// which addresses are accepted.
it.each(['https://foreign.example/admin/tags', '//foreign.example/admin/tags'])(
  'a sign-in with the foreign target %s leads to the start page of the privilege',
  async (next) => {
    const login = `/admin/login?next=${encodeURIComponent(next)}`
    const { html } = await request(login)
    expect(html).toContain('\\"next\\":null')
    const signedIn = await request(login, { cookie: await demoCookie(site.url, 1) })
    expect(signedIn.html).toContain('http-equiv="refresh" content="1;url=/admin"')
  },
)

// Rule 1.14: what an admin has not set is shown nowhere.
it('settings and artwork that no admin has set are shown nowhere', async () => {
  await sql`update visibility_flags set visible = true where visible is not null`
  await sql`update editions set place = '', address = '', contact_email = '', sponsors_email = '',
    instagram_url = '', facebook_url = '', tiktok_url = '', ticket_shop_url = '', aircash_url = '',
    ticket_price_cents = null where ended_at is null`
  await sql`select pg_notify('brucosijada_invalidate', '{"from":"a test","tags":["festival","visibility"]}')`
  await expect.poll(async () => (await request('/cjenik')).status).toBe(200)
  const contact = await request('/kontakt')
  expect(textOf(contact.html)).toContain('Adresa na koju nam možeš pisati stiže uskoro.')
  expect(contact.html).not.toContain('href="mailto:')
  expect(textOf(contact.html)).not.toMatch(/Na mrežama|Piši nam/)
  const tickets = textOf((await request('/ulaznice')).html)
  expect(tickets).toContain(' Uskoro ')
  expect(tickets).not.toMatch(/Kupi ulaznicu|Cijena ulaznice/)
  expect(textOf((await request('/cjenik')).html)).not.toContain('Aircash')
  expect((await request('/satnica')).html).not.toMatch(/(alt|aria-label)="[^"]*(Satnica|Raspored)/)
  expect(textOf((await request('/tlocrt')).html)).toContain('Tlocrt još crtamo.')
  // Rule 2.11.
  const signup = (await request('/brucosi')).html
  expect(signup).not.toMatch(/privola\.pdf|JMBAG<|<form/)
  expect(textOf(signup)).toContain('Prijave otvaramo čim objavimo privolu')
})

it.each(['/karta', '/sponzori'])(
  'a link to %s that was copied with punctuation at its end redirects to the right page',
  async (page) => {
    const key = randomUuidV1()
    for (const end of ['.', ',', ')', '%20', '.%20', '%E2%80%9D'])
      for (const headers of PROXIES) {
        const { status, headers: responseHeaders } = await request(`${page}/${key}${end}`, headers)
        expect(status).toBe(307)
        expect(responseHeaders.location).toBe(`${page}/${key}`)
        expect(responseHeaders['referrer-policy']).toBe('no-referrer')
      }
  },
)

it('/metrics gets the same 404 as an unknown page when no token is set', async () => {
  const metrics = await request('/metrics', { authorization: 'Bearer anything' })
  const other = await request('/nothing-here')
  expect(metrics.status).toBe(404)
  expect(metrics.html).toBe(other.html.replaceAll('nothing-here', 'metrics'))
})

it('the ticket page responds 503 with an explanation when the database is too slow', async () => {
  const code = randomUuidV1()
  await sql`insert into guests (name, list_id, conf_code, bought_at)
    select 'Ivo', id, ${code}, now() from guest_lists where role = 'brucosi'`
  // The request reads the ticket twice: before the page is rendered, and for the page. Here the
  // second read hangs. Background work may read guests in between and does not count.
  await sql.unsafe(`
    create sequence ticket_reads;
    create function is_read_without_delay() returns boolean language sql volatile as
      $$ select case when current_query() like '%where g.conf_code = $1%' and nextval('ticket_reads') % 2 = 0
        then pg_sleep(20) is not null else true end $$;
    alter table guests rename to stored_guests;
    create view guests as select * from stored_guests where is_read_without_delay()`)
  const { status, headers, html } = await request(`/karta/${code}`)
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(textOf(html)).toContain('Pokušaj ponovno za koji trenutak.')
  expect(headers['cache-control']).toBe('no-store')
})
