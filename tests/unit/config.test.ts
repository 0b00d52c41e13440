import { expect, it } from 'vitest'
import { localAddress, parseSettings } from '@/lib/config'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::', 'http://[::1]:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server on %s reaches itself at %s', (HOST, address) => {
  expect(localAddress(parseSettings({ HOST }))).toBe(address)
})
