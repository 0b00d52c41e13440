// covers: lib/server app proxy.ts
import { createHash } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@/db/seed/demo'
import { NO_PRIVILEGES } from '@/lib/auth/rules'
import { allPages } from '../support/all-pages'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { canOpen } from '../support/staff-pages'

let sql: postgres.Sql
let instance: Instance
let pages: Awaited<ReturnType<typeof allPages>>

beforeAll(async () => {
  const url = await newDatabase()
  sql = postgres(url, { max: 2, onnotice: () => {} })
  await seedDemo(sql, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
  await sql`update visibility_flags set visible = true where visible is not null`
  await sql`update editions set ticket_shop_url = 'https://shop.example',
    ticket_widget_src = 'https://shop.example/widget.js' where ended_at is null`
  pages = await allPages(sql)
  instance = await startInstance(url, { PUBLIC_URL: 'https://127.0.0.1' })
})
afterAll(async () => {
  await instance?.stop()
  await sql.end()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(instance.url + path, { method, redirect: 'manual', headers })

const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''
const scriptSources = (policy: string) =>
  (/(?:^|; )script-src ([^;]*)/.exec(policy)?.[1] ?? '').split(' ')

/**
 * Returns the inline scripts of a page that a browser would run. Does not use the code of the
 * application, so that the test is independent of it.
 */
function scriptsOf(html: string): string[] {
  return html
    .split('<script')
    .slice(1)
    .map((piece) => {
      const start = piece.indexOf('>')
      return { tag: piece.slice(0, start), text: piece.slice(start + 1, piece.indexOf('</script')) }
    })
    .filter(({ tag, text }) => text && !tag.includes(' src=') && !tag.includes('json'))
    .map(({ text }) => text)
}

/** Expects that the policy lists the hash of every inline script of the page, and no other hash. */
async function expectStrict(response: Response, name: string) {
  const html = await response.text()
  const policy = policyOf(response)
  const sources = scriptSources(policy)
  const hashes = scriptsOf(html).map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(new Set(sources.filter((source) => source.startsWith("'sha"))), name).toEqual(
    new Set(hashes),
  )
  expect(sources, name).toContain("'self'")
  expect(sources.join(' '), name).not.toMatch(/'unsafe-|\*|https?:(?!\/\/)|data:|blob:/)
  expect(policy, name).toContain("object-src 'none'")
  expect(policy, name).toContain("base-uri 'none'")
  expect(policy, name).toContain("frame-ancestors 'self'")
  return { html, sources, scripts: hashes.length }
}

it('the CSP of each public page lists the hashes of its scripts, with and without compression', async () => {
  for (const path of [...pages.visitors, '/Satnica', '/game/index.html']) {
    const { html, sources, scripts } = await expectStrict(await get(path), path)
    expect(html.length, path).toBeGreaterThan(500)
    if (!path.startsWith('/game')) expect(scripts, path).toBeGreaterThan(2)
    expect(sources.includes('https://shop.example'), path).toBe(path === '/ulaznice')
    expect(sources.includes("'wasm-unsafe-eval'"), path).toBe(path === '/ulaz')
    await expectStrict(await get(path), `${path} again`)
    await expectStrict(await get(path, { 'accept-encoding': 'gzip' }), `${path} compressed`)
  }
})

it('a public page contains its styles, and has the same HTML with and without compression', async () => {
  for (const path of ['/', '/lineup', '/kontakt']) {
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const html = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(html).toMatch(/<style>.{20000,}<\/style><link disabled="" rel="stylesheet"/s)
    expect(html, path).not.toContain('<link rel="stylesheet"')
    for (const encoding of ['br', 'gzip']) {
      const response = await get(path, { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(await response.text()).toBe(html)
      const head = await get(path, { 'accept-encoding': encoding }, 'HEAD')
      expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'))
    }
  }
  // The home page preloads its image by a `Link` header, before its scripts.
  expect((await get('/')).headers.get('link')).toContain('</art/poster-tall.svg>; rel=preload')
  expect(await (await get('/admin/login')).text()).toContain('<link rel="stylesheet"')
})

it('scripts, styles and drawings are the same with and without compression, and unchanged files get 304', async () => {
  const html = await (await get('/')).text()
  const found = ['js', 'css'].map((ending) =>
    new RegExp(`/_next/static/chunks/[\\w.~-]+\\.${ending}`).exec(html),
  )
  for (const path of [...found.map((match) => String(match)), '/art/poster-tall.svg']) {
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const text = await plain.text()
    expect(plain.headers.get('content-encoding'), path).toBeNull()
    expect(plain.headers.get('content-type')).toMatch(/javascript|css|svg/)
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
    expect(plain.headers.get('cache-control')).toMatch(
      path.startsWith('/art/') ? /must-revalidate/ : /immutable/,
    )
    for (const encoding of ['br', 'gzip']) {
      const response = await get(path, { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding'), path).toBe(encoding)
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(await response.text()).toBe(text)
      const head = await get(path, { 'accept-encoding': encoding }, 'HEAD')
      expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'))
    }
    const etag = String(plain.headers.get('etag'))
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get(path, { 'if-none-match': 'W/"another"' })).status).toBe(200)
    const part = await get(path, { range: 'bytes=0-9', 'accept-encoding': 'identity' })
    expect([part.status, await part.text()]).toEqual([206, text.slice(0, 10)])
  }
  for (const path of ['/art/none.svg', '/_next/static/chunks/none.js', '/art/..%2fgame%2fgame.js'])
    expect((await get(path)).status, path).toBe(404)
})

it.each([0, 1, 2, 3, 4])(
  'the CSP of each admin page lists its hashes, and privilege %i opens only its own pages',
  async (privilege) => {
    const cookie = await demoCookie(instance.url, privilege)
    for (const path of pages.staff) {
      const response = await get(path, { cookie })
      // Some paths redirect, so there is no page to check.
      if (response.status >= 300 && response.status < 400) continue
      const name = `${path} as ${privilege}`
      const { html, sources } = await expectStrict(response, name)
      expect(sources).toContain("'wasm-unsafe-eval'")
      expect(sources).not.toContain('https://shop.example')
      expect(html.includes(NO_PRIVILEGES), name).toBe(!canOpen(privilege, path))
    }
  },
)

it.each([
  ['/nema-ovoga', 404],
  ['/lineup/nema-ovoga', 404],
  ['/karta/nema-ovoga', 404],
  ['/sponzori/nema-ovoga', 404],
  ['/admin/login', 200],
  ['/api/auth/error', 200],
])('the CSP of %s lists the hashes of its scripts', async (path, status) => {
  const response = await get(path)
  if (response.status < 300 || response.status > 399) {
    expect(response.status).toBe(status)
    await expectStrict(response, path)
  }
})

describe('a conditional request for a page', () => {
  it('gets 304 without a CSP if the page is unchanged', async () => {
    for (const path of ['/', '/ulaznice', '/ulaz', '/nema-mreze']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      const same = await get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
      expect(same.status, path).toBe(304)
      expect(same.headers.get('etag')).toBe(etag)
      expect(same.headers.get('content-security-policy')).toBeNull()
    }
  })

  it('gets the whole page if the CSP has changed with the settings', async () => {
    const etag = (await get('/')).headers.get('etag') ?? ''
    const other = etag.replace(/-[\w-]{6}"$/, '-AAAAAA"')
    const response = await get('/', { 'if-none-match': other, 'cache-control': 'max-age=0' })
    expect(response.status).toBe(200)
    await expectStrict(response, '/')
  })
})

it('a HEAD request gets the headers of the GET response, and no body', async () => {
  for (const path of ['/', '/ulaznice', '/nema-ovoga', '/ulaz', '/sw.js']) {
    const [whole, head] = await Promise.all([get(path), get(path, {}, 'HEAD')])
    expect(head.status, path).toBe(whole.status)
    for (const name of ['content-security-policy', 'etag', 'content-type', 'cache-control'])
      expect(head.headers.get(name), `${path} ${name}`).toBe(whole.headers.get(name))
    expect(await head.text()).toBe('')
    await whole.text()
  }
})

it('other responses than pages have their own CSP, and all responses have the security headers', async () => {
  const script = /src="(\/_next\/static\/[^"]+\.js)/.exec(await (await get('/')).text())?.[1] ?? ''
  for (const path of [
    script,
    '/art/mark.svg',
    '/api/health',
    '/api/lineup/',
    '/sw.js',
    '/',
    '/admin',
  ]) {
    const response = await get(path)
    await response.text()
    if (path !== '/') expect(policyOf(response), path).toMatch(/^script-src 'self';/)
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'referrer-policy': expect.stringMatching(/./),
    })
  }
})

describe('the report of a CSP violation', () => {
  const report = (body: unknown, type = 'application/csp-report') =>
    fetch(`${instance.url}/api/csp/`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    })

  it('is counted and logged without codes, queries and secrets', async () => {
    const violation = {
      'document-uri': 'https://festival.example/karta/0a1b2c3d-0000-1000-8000-000000000000?a=tajna',
      'blocked-uri': 'https://evil.example/x.js?tajna',
      'violated-directive': 'script-src-elem',
      'script-sample': 'tajna',
      referrer: 'https://festival.example/tajna',
    }
    expect((await report({ 'csp-report': violation })).status).toBe(204)
    const line = 'script-src-elem refused evil.example on /karta/…'
    await expect.poll(instance.output).toContain(`${line} (reported 1 times so far)`)
    for (let i = 0; i < 9; i++) await report({ 'csp-report': violation })
    await expect.poll(instance.output).toContain(`${line} (reported 10 times so far)`)
    expect(instance.output()).not.toContain('tajna')
    expect(instance.output()).not.toContain('0a1b2c3d')
  })

  it('is refused with another content type, another shape, or more than 16 kB', async () => {
    expect((await report({ 'csp-report': {} }, 'text/plain')).status).toBe(415)
    expect((await report({ 'csp-report': { 'blocked-uri': 'x'.repeat(20_000) } })).status).toBe(413)
    expect((await report({ other: 1 })).status).toBe(400)
  })
})
