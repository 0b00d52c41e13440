import { expect, it } from 'vitest'
import { clientIp, rateLimitNetwork } from '@/lib/http/client-address'
import { isSecretUrl } from '@/lib/http/secret-paths'
import { plainPath } from '@/lib/server/request'

it.each([
  ['no proxy, no header', undefined, 0, '10.0.0.1'],
  ['no proxy, an invented header', '1.1.1.1', 0, '10.0.0.1'],
  ['one proxy', '1.1.1.1', 1, '1.1.1.1'],
  ['one proxy behind an invention', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['two proxies', '6.6.6.6, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
  ['two proxies, one of which was passed by', '1.1.1.1', 2, '1.1.1.1'],
  ['a proxy that was passed by', undefined, 1, '10.0.0.1'],
  ['a proxy that left a blank', '1.1.1.1, ', 1, '10.0.0.1'],
])('finds the client IP with %s', (_what, header, proxies, expected) => {
  expect(clientIp('10.0.0.1', header, proxies)).toBe(expected)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the client IP %s is rate-limited as %s', (address, expected) =>
  expect(rateLimitNetwork(address)).toBe(expected),
)

it.each([
  ['/%6Barta/%61b', '/karta/ab'],
  ['/spon%7Aori/x%2Dy', '/sponzori/x-y'],
  ['/api/%73ponsors/public?slug=%61', '/api/sponsors/public?slug=%61'],
  // Escapes such as `%2F`, `%2e` and `%3F` stay: decoded, they could separate or end a path.
  ['/karta%2Fx/%2e%2e/%3Fa%20%C4%8D', '/karta%2Fx/%2e%2e/%3Fa%20%C4%8D'],
  ['/a%5Bb%40c%60d%7Be%5Ff%7E%30%39', '/a%5Bb%40c%60d%7Be_f~09'],
])('the path %s is normalized to %s', (sent, plain) => expect(plainPath(sent)).toBe(plain))

it.each([
  ['/api/sponsors/public?slug=x', true],
  ['/api/sponsors/public/?slug=x', true],
  ['/api/sponsors/public/guests?slug=x', true],
  ['/api/wallet/x', true],
  ['/api/sponsors/publican?slug=x', false],
  ['/api/sponsors/?a=/api/wallet/', false],
])('the URL %s contains a secret: %s', (url, isSecret) => expect(isSecretUrl(url)).toBe(isSecret))
