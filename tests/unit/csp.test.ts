import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countedRefusals, countRefusal } from '@/lib/api/csp-reports'
import { parseSettings } from '@/lib/config/settings'
import { inlineScripts, NON_PAGE_CSP, pagePolicies } from '@/lib/server/csp'
import { securityHeaders } from '@/lib/server/headers'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the inline scripts of a page', () => {
  it.each<[what: string, html: string, scripts: string[]]>([
    ['none', '<p>Ništa</p>', []],
    [
      'several, each once',
      '<script>a()</script><p/><script>b()</script><script>a()</script>',
      ['a()', 'b()'],
    ],
    ['with attributes', '<script id="_R_" type="text/javascript" async="">a()</script>', ['a()']],
    ['an end of a tag in an attribute', `<script data-x="1>0" data-y='">'>a()</script>`, ['a()']],
    ['a module', '<script type="module">a()</script>', ['a()']],
    ['what is loaded', '<script src="/a.js" async=""></script><SCRIPT SRC=/b.js></SCRIPT>', []],
    ['something like src', '<script data-src="/a.js">a()</script>', ['a()']],
    [
      'data',
      '<script type="application/ld+json">{"a":1}</script><script type=application/json>1</script>',
      [],
    ],
    ['text for later', '<script type="text/plain">a()</script>', []],
    ['empty', '<script></script>', []],
    [
      'tags in strings',
      '<script>a("<p>\\u003c/script>","<!--")</script><b>',
      ['a("<p>\\u003c/script>","<!--")'],
    ],
    ['capitals and spaces', '<ScRiPt >a()</sCrIpT >', ['a()']],
    ['letters of ours', '<script>a("Đurđica 🎉")</script>', ['a("Đurđica 🎉")']],
    ['lines, as a browser reads their ends', '<script>\r\na()\rb()\n</script>', ['\na()\nb()\n']],
    ['another element', '<scripts>a()</scripts>', []],
  ])('are recognized: %s', (_what, html, scripts) => {
    expect(inlineScripts(`<!doctype html><html>${html}</html>`)).toEqual(scripts.map(hash))
  })
})

const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ')
      return [name, values]
    }),
  )

const SHOP =
  '<div class="poster-shop" data-shop="https://shop.example/w.js?a=1&amp;b=2" data-state="still">'

describe('the CSP of a page', () => {
  const policies = pagePolicies(
    parseSettings({
      MAP_STYLE_URL: 'https://maps.example/style.json?key=1',
      MAP_HOSTS: 'https://tiles.example, https://*.fonts.example',
      GAME_URL: 'https://game.example/play',
      TICKET_WIDGET_HOSTS: 'https://cdn.example',
    }),
  )
  const plain = directives(policies.of('<script>a()</script>', false))

  it('allows only scripts of the own origin and inline scripts of the page', () => {
    expect(plain['script-src']).toEqual(["'self'", hash('a()')])
    expect(plain['object-src']).toEqual(["'none'"])
    expect(plain['base-uri']).toEqual(["'none'"])
    expect(plain['form-action']).toEqual(["'self'"])
  })

  it('allows the hosts of map and game, and WebAssembly on pages that scan codes', () => {
    const map = ['https://maps.example', 'https://tiles.example', 'https://*.fonts.example']
    expect(plain['connect-src']).toEqual(["'self'", 'blob:', ...map])
    expect(plain['img-src']).toEqual(["'self'", 'data:', 'blob:', ...map])
    expect(plain['frame-src']).toEqual(["'self'", 'https://game.example'])
    expect(directives(policies.of('', true))['script-src']).toEqual([
      "'self'",
      "'wasm-unsafe-eval'",
    ])
  })

  it('allows the shop’s script only on a page that contains the ticket widget', () => {
    const shop = directives(policies.of(SHOP, false))
    expect(shop['script-src']).toEqual(["'self'", 'https://shop.example', 'https://cdn.example'])
    expect(shop['frame-src']).toContain('https:')
    const content = `<p>&lt;div class="poster-shop" data-shop="https://evil.example"</p>`
    expect(policies.of(content, false)).not.toContain('evil')
  })

  it.each(['javascript:alert(1)', "'unsafe-inline'", 'x; script-src *', ''])(
    'ignores a shop script with the URL %s',
    (src) => {
      const html = SHOP.replace(/data-shop="[^"]+"/, `data-shop="${src}"`)
      expect(policies.of(html, false)).not.toMatch(
        /javascript|unsafe-inline'.*unsafe-inline|\*;|null/,
      )
    },
  )

  it('has another id when the settings differ', () => {
    const other = pagePolicies(parseSettings({}))
    expect(other.id).toMatch(/^[\w-]{6}$/)
    expect(other.id).not.toBe(policies.id)
    expect(pagePolicies(parseSettings({})).id).toBe(other.id)
  })

  it.each(['tiles.example', 'https://a.example/x', "https://a.example;'unsafe-inline'"])(
    'refuses %s as a host in the settings',
    (host) => expect(() => parseSettings({ MAP_HOSTS: host })).toThrow(/MAP_HOSTS/),
  )
})

it('sends Strict-Transport-Security for two years, but only when PUBLIC_URL is https', () => {
  const headersFor = (PUBLIC_URL: string) =>
    Object.fromEntries(securityHeaders({ PUBLIC_URL }, NON_PAGE_CSP))
  expect(headersFor('https://festival.example')['Strict-Transport-Security']).toBe(
    'max-age=63072000; includeSubDomains',
  )
  expect(headersFor('http://127.0.0.1:3000')['Strict-Transport-Security']).toBeUndefined()
})

describe('a CSP violation report', () => {
  const at = 'https://festival.example'
  const CODE = '0a1b2c3d-0000-1000-8000-000000000000'
  const count = (documentUri: string, blocked: string) => {
    const before = new Map(countedRefusals())
    countRefusal({
      'document-uri': documentUri,
      'blocked-uri': blocked,
      'effective-directive': 'script-src-elem',
    })
    return [...countedRefusals()].filter(([kind, times]) => before.get(kind) !== times)
  }

  it.each([
    [`${at}/ulaznice?utm=a`, 'inline', 'script-src-elem refused inline on /ulaznice'],
    [`${at}/karta/${CODE}`, 'eval', 'script-src-elem refused eval on /karta/…'],
    [
      `${at}/sponzori/${CODE}`,
      'https://x.example/a?b=c',
      'script-src-elem refused x.example on /sponzori/…',
    ],
    [`${at}/admin/sponsors/${CODE}`, 'data', 'script-src-elem refused data on /admin/sponsors/…'],
    [`${at}/`, 'blob:https://x', 'script-src-elem refused blob: on /'],
    ['about', '\n<b>', 'script-src-elem refused something on /'],
    [`${at}/${'x'.repeat(200)}`, 'inline', 'script-src-elem refused inline on a page'],
  ])(
    'from %s about %s is counted by page, without codes and queries of the URL',
    (page, blocked, kind) => {
      expect(count(page, blocked)).toEqual([[kind, 1]])
      expect(count(page, blocked)).toEqual([[kind, 2]])
    },
  )

  it('is ignored when it concerns a browser extension', () => {
    expect(count(`${at}/`, 'moz-extension')).toEqual([])
    expect(count(`${at}/`, 'chrome-extension://abc/x.js')).toEqual([])
  })

  it('is counted as something else after a hundred different kinds', () => {
    for (let i = 0; i < 1000; i++) count(`${at}/page-${i}`, 'inline')
    expect(countedRefusals().size).toBeLessThanOrEqual(101)
    expect(countedRefusals().get('something else')).toBeGreaterThan(800)
  })
})
