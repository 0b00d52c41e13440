import { expect, it } from 'vitest'
import { telephoneLink } from '@/lib/band-contacts/schema'

it.each([
  ['+385 91 111 2222', 'tel:+385911112222'],
  ['+385 (0)91/111-2222', 'tel:+385911112222'],
  ['(01) 111 2222', 'tel:011112222'],
  [' 112 ', 'tel:112'],
  ['(+385) 91 111 2222', 'tel:+385911112222'],
  ['\u200e+385\u00a091\u2011111\u20112222', 'tel:+385911112222'],
])('the phone number %s has the link %s', (phone, link) => expect(telephoneLink(phone)).toBe(link))
