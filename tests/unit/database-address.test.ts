import { expect, it } from 'vitest'
import { nameOf, parseConnectionString } from '@/db/connection-string'
import { parseSettings } from '@/lib/config/settings'

const serversOf = (url: string) => parseConnectionString(url).servers.map(nameOf)

it.each([
  ['postgres://u:p@one/festival', ['one:5432']],
  ['postgresql://u:p@one:5433,two/festival', ['one:5433', 'two:5432']],
  ['postgres://one,two:5433,10.0.0.3:1', ['one:5432', 'two:5433', '10.0.0.3:1']],
  ['postgres://u@[::1]:5433,[2001:db8::2]/x', ['[::1]:5433', '[2001:db8::2]:5432']],
  ['postgres:///festival', ['localhost:5432']],
])('parses %s into the servers %j', (url, servers) => expect(serversOf(url)).toEqual(servers))

it('removes the servers and session attributes from the string for the driver', () => {
  const url = 'postgres://u:a%2Cb%40@one,two:1/a%20b?sslmode=require&target_session_attrs=primary'
  const { driverUrl, database } = parseConnectionString(url)
  expect(driverUrl).toBe('postgres://u:a%2Cb%40@localhost/a%20b?sslmode=require')
  expect(database).toBe('a b')
  expect(parseConnectionString('postgres://u:p@ss@one/x').driverUrl).toBe(
    'postgres://u:p%40ss@localhost/x',
  )
})

it.each([
  ['mysql://one/x', 'must start with postgres:// or postgresql://'],
  ['postgres://one,/x', 'must name its servers'],
  ['postgres://one,,two/x', 'must name its servers'],
  ['postgres://one:0/x', 'must name its servers'],
  ['postgres://one:65536,two/x', 'must name its servers'],
  ['postgres://one:543b/x', 'must name its servers'],
  ['postgres://one two/x', 'must name its servers'],
  ['postgres://one,one:5432/x', 'must not name one:5432 twice'],
  ['postgres://u:secret/word@one/x', 'cannot be read'],
  ['postgres://u:secret%zz@one/x', 'cannot be read'],
  ['postgres://one,two/x?target_session_attrs=standby', 'must not ask for a server'],
  ['postgres://one/x?target_session_attrs=any', 'set target_session_attrs=primary'],
])('refuses DATABASE_URL=%s: %s', (DATABASE_URL, reason) => {
  const start = () => parseSettings({ DATABASE_URL })
  expect(start).toThrow(reason)
  expect(start).toThrow(/^DATABASE_URL is wrong: /)
  expect(start).not.toThrow('secret')
})
