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

it('reads the attributes of the ticket widget as names and values', () => {
  const data = (TICKET_WIDGET_DATA: string) =>
    parseSettings({ TICKET_WIDGET_DATA }).TICKET_WIDGET_DATA
  expect(data('event-id=a=b&c, lang=hr')).toEqual({ 'event-id': 'a=b&c', lang: 'hr' })
  expect(parseSettings({}).TICKET_WIDGET_DATA).toEqual({})
  for (const wrong of ['event', 'On Click=x', '=x'])
    expect(() => data(wrong)).toThrow('TICKET_WIDGET_DATA is wrong')
})
