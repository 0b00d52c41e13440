import { expect, it } from 'vitest'
import { demoProblem, demoTimes, localAddress, parseSettings } from '@/lib/config'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s reaches itself at %s', (HOST, address) => {
  expect(localAddress(parseSettings({ HOST }))).toBe(address)
})

it('lets webhooks go to this machine only where the festival itself is on it', () => {
  const env = { WEBHOOKS_TO_LOOPBACK: '1' }
  expect(parseSettings({}).WEBHOOKS_TO_LOOPBACK).toBe(false)
  expect(parseSettings(env).WEBHOOKS_TO_LOOPBACK).toBe(true)
  for (const more of [{ PUBLIC_URL: 'https://festival.example' }, { HOST: '0.0.0.0' }])
    expect(() => parseSettings({ ...env, ...more })).toThrow('WEBHOOKS_TO_LOOPBACK')
})

it('reads the attributes of the ticket widget as names and values', () => {
  const data = (TICKET_WIDGET_DATA: string) =>
    parseSettings({ TICKET_WIDGET_DATA }).TICKET_WIDGET_DATA
  expect(data('event-id=a=b&c, lang=hr')).toEqual({ 'event-id': 'a=b&c', lang: 'hr' })
  expect(parseSettings({}).TICKET_WIDGET_DATA).toEqual({})
  for (const wrong of ['event', 'On Click=x', '=x'])
    expect(() => data(wrong)).toThrow('TICKET_WIDGET_DATA is wrong')
})

it.each([
  ['2026-09-30T10:00:00Z', 2026, 43],
  ['2026-12-19T19:30:00Z', 2026, 43],
  // Twelve days on it is New Year in Zagreb.
  ['2026-12-20T08:00:00Z', 2027, 44],
])('the demo of %s is of the year and edition of its doors', (now, year, edition) => {
  const settings = parseSettings({ DEMO: '1' }, new Date(now))
  expect([settings.FESTIVAL_YEAR, settings.FESTIVAL_EDITION]).toEqual([year, edition])
  expect(demoTimes(new Date(now)).doors.getTime()).toBeGreaterThan(Date.parse(now))
})

it('an edition that is set is that one, otherwise of the year that it is', () => {
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
    /cannot be reached at https:\/\/festival.*PUBLIC_URL/,
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
