import { expect, it } from 'vitest'
import { festivalChange } from '@/lib/festival/schema'
import { GUEST_TEXT_INPUTS } from '@/lib/guests/fields'
import { newGuestBody } from '@/lib/guests/schema'
import { idParams } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { newScoreBody } from '@/lib/leaderboard/schema'
import { lineupChange } from '@/lib/lineup/schema'
import { newSponsorGuest } from '@/lib/sponsors/own-list-schema'
import { sponsorChange } from '@/lib/sponsors/schema'
import { newTagBody } from '@/lib/tags/schema'
import { lostTicketBody } from '@/lib/tickets/schema'
import { newUserBody } from '@/lib/users/schema'
import { receiverChange } from '@/lib/webhooks/schema'

it.each(['0x10', '1e1', '16.0', '+16', ' 16', '16 ', '', '0', '-1', 'true', '2147483648'])(
  'an id in a path is refused unless it is a positive 32-bit number in plain digits: %o',
  (id) => {
    expect(idParams.safeParse({ id }).success).toBe(false)
  },
)

it('an id is accepted as digits or as a number, and limit and offset as digits', () => {
  for (const id of ['16', 16]) expect(idParams.parse({ id })).toEqual({ id: 16 })
  expect(idParams.safeParse({ id: true }).success).toBe(false)
  expect(listQuery.parse({ limit: '0', offset: '7' })).toEqual({ limit: 0, offset: 7 })
  expect(listQuery.parse({})).toEqual({})
  for (const limit of ['0x10', '', ' 1']) expect(listQuery.safeParse({ limit }).success).toBe(false)
})

it('visitors may paste a JMBAG or an address with spaces and invisible characters', () => {
  const address = '\u200e Ana@\u200bprimjer.hr\u200b '
  const parseLostTicket = (who: string) => lostTicketBody.parse({ who }).who
  expect(parseLostTicket('\u200b0036 512\u200e345')).toBe('0036512345')
  expect(parseLostTicket(address)).toBe('ana@primjer.hr')
  const score = newScoreBody.parse({ name: 'Ana', email: address, score: 1 })
  expect(score.email).toBe('ana@primjer.hr')
})

it('staff may paste a link or an address with invisible characters', () => {
  const [link, pastedLink] = ['https://primjer.hr/ana', '\u200e https://primjer.hr/ana\u200b ']
  const [address, pastedAddress] = ['ana@primjer.hr', ' \u200eana@primjer.hr\u200b']
  const festival = { instagramUrl: pastedLink, contactEmail: pastedAddress }
  expect(festivalChange.parse(festival)).toEqual({ instagramUrl: link, contactEmail: address })
  expect(sponsorChange.parse({ url: pastedLink, email: pastedAddress })).toMatchObject({
    url: link,
    email: address,
  })
  expect(lineupChange.parse({ listenUrl: pastedLink })).toMatchObject({ listenUrl: link })
  expect(receiverChange.parse({ url: pastedLink })).toEqual({ url: link })
  const user = { name: 'Ana', email: pastedAddress, privilege: 3 }
  expect(newUserBody.parse(user).email).toBe(address)
})

// Rule 5.9.
it('a text of invisible characters is blank, and names of guests are stored without them', () => {
  const blank = '\u200b \u200f'
  const pasted = '\u200bAna\u200f Anić '
  const sponsorGuest = (name: string) => newSponsorGuest.safeParse({ slug: '', name })
  const guest = (name: string) => newGuestBody.safeParse({ name, surname: 'Anić', tag: 'VIP' })
  for (const typed of ['', ' ', blank]) {
    expect(sponsorGuest(typed).success).toBe(false)
    expect(guest(typed).success).toBe(false)
    expect(newTagBody.safeParse({ name: typed }).success).toBe(false)
    expect(GUEST_TEXT_INPUTS.name.parse(typed)).toBe('')
  }
  expect(sponsorGuest(pasted).data?.name).toBe('Ana Anić')
  expect(guest(pasted).data?.name).toBe('Ana Anić')
  expect(GUEST_TEXT_INPUTS.surname.parse(pasted)).toBe('Ana Anić')
  expect(newTagBody.parse({ name: '❤️' })).toEqual({ name: '❤️' })
})
