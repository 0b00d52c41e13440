import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { InvitationOfOne } from '@/components/admin/sponsors/invitations'
import { GuestList } from '@/components/public/sponsors/sponsor-list-guests'
import { AddMany } from '@/components/public/sponsors/sponsor-list-paste'
import type { SponsorListState } from '@/components/public/sponsors/use-sponsor-list'
import type { SponsorGuest } from '@/lib/sponsors/own-list-schema'

const listState = {} as SponsorListState

const ANA: SponsorGuest = {
  id: 1,
  name: 'Ana Anić',
  email: 'ana@primjer.hr',
  bought: '1',
  entered: '0',
  pass: 'none',
}

describe('the button that sends passes', () => {
  const renderGuests = (...guests: SponsorGuest[]) =>
    renderToStaticMarkup(createElement(GuestList, { listState, guests, isOpen: true }))

  // Rule 5.19.
  it('counts the guests who would get a pass', () => {
    const failed = { ...ANA, id: 2, pass: 'failed' } as const
    expect(renderGuests(ANA, failed)).toContain('Pošalji propusnice (2)')
    expect(renderGuests(ANA, { ...ANA, id: 2, bought: '0' })).toContain('Pošalji propusnice (1)')
  })

  it.each<Partial<SponsorGuest>>([
    { email: null },
    { bought: '0' },
    { entered: '1' },
    { pass: 'queued' },
    { pass: 'sent' },
    { pass: 'recorded' },
  ])('is missing if no guest would get one: %j', (more) => {
    expect(renderGuests({ ...ANA, ...more })).not.toContain('Pošalji')
  })
})

describe('the field for many guests', () => {
  const renderField = (isBusy: boolean) => {
    const nothing = () => {}
    const handlers = { onText: nothing, onAdd: nothing, onClose: nothing }
    const props = { text: 'Ana Anić', listed: [], freePlaces: 9, isBusy, ...handlers }
    return /<textarea[^>]*>/.exec(renderToStaticMarkup(createElement(AddMany, props)))?.[0]
  }

  it('takes no text that would be lost while the guests are being added, but keeps the focus', () => {
    expect(renderField(false)).not.toMatch(/readonly/i)
    expect(renderField(true)).toMatch(/readonly/i)
    expect(renderField(true)).not.toContain('disabled')
  })
})

describe('the question before a sponsor is invited', () => {
  const renderQuestion = (isClosed: boolean) =>
    renderToStaticMarkup(createElement(InvitationOfOne, { email: 'a@primjer.hr', isClosed }))

  it('warns that the list is closed, because the mail says that it is open', () => {
    expect(renderQuestion(true)).toContain('a@primjer.hr')
    expect(renderQuestion(true)).toContain('Popis je zatvoren, a u mailu piše da je otvoren.')
    expect(renderQuestion(false)).not.toContain('zatvoren')
  })
})
