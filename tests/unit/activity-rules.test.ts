import { describe, expect, it } from 'vitest'
import { REDACTED } from '@/db/queries/activities'
import type { ListedActivity } from '@/lib/activities/schema'
import { describeActor, describeChanges, describeSubject } from '@/lib/history/words'

const line = (fields: Partial<ListedActivity>): ListedActivity => ({
  id: 1,
  at: '2026-11-20T10:00:00.000Z',
  user: null,
  entity: 'guests',
  entityId: '7',
  action: 'changed',
  changes: null,
  subject: null,
  ...fields,
})

describe('the changes of an activity entry', () => {
  const describedFields = (entity: string, changes: ListedActivity['changes']) =>
    describeChanges({ entity, changes }).descriptions.map(({ field, before, after }) => [
      field,
      before,
      after,
    ])

  it('are shown with Croatian labels and formatted values', () => {
    expect(
      describedFields('guests', { bought: ['0', '1'], entered: ['1', '0'], name: ['Ana', ''] }),
    ).toEqual([
      ['Karta', 'nema', 'kupljena'],
      ['Ulaz', 'unutra', 'nije unutra'],
      ['Ime', 'Ana', 'prazno'],
    ])
    expect(describedFields('users', { privilege: [2, 4] })).toEqual([
      ['Privilegija', 'Ulaz', 'Ulaz + karte'],
    ])
    expect(
      describedFields('users', { keyName: [null, 'Zaslon'], keyPrivilege: [null, 3] }),
    ).toEqual([
      ['Ključ', null, 'Zaslon'],
      ['Privilegija ključa', null, 'Karte'],
    ])
    expect(describedFields('tags', { name: [null, 'VIP'] })).toEqual([['Naziv', null, 'VIP']])
    expect(
      describedFields('price-list', {
        priceEUR: [null, 2.5],
        tag: [null, 'PIVO'],
        volume: [0.5, 1],
      }),
    ).toEqual([
      ['Cijena', null, '2,50 €'],
      ['Kategorija', null, 'PIVO'],
      ['Količina', '0,5 L', '1 L'],
    ])
    expect(describedFields('visibility', { visible: ['', '2026-12-01T19:00:00.000Z'] })).toEqual([
      ['Vrijednost', 'prazno', '01.12.2026. 20:00'],
    ])
    expect(describedFields('sponsors', { guestsEnabled: ['1', '2'] })).toEqual([
      ['Popis gostiju', 'otvoren do roka', 'otvoren i nakon roka'],
    ])
    expect(
      describedFields('festival', { salesState: ['open', 'sold_out'], nightPhone: ['', '112'] }),
    ).toEqual([
      ['Stanje prodaje', 'u prodaji', 'rasprodano'],
      ['Telefon za noć', 'prazno', '112'],
    ])
    expect(
      describedFields('programme', {
        name: ['Bura', 'Bal'],
        title: ['', 'Bal'],
        performer: ['Bura', null],
        stage: ['Velika', 'Mala'],
      }),
    ).toEqual([
      ['Naziv', 'Bura', 'Bal'],
      ['Vlastiti naziv', 'prazno', 'Bal'],
      ['Izvođač', 'Bura', null],
      ['Pozornica', 'Velika', 'Mala'],
    ])
    expect(
      describedFields('webhooks', {
        state: ['on', 'off'],
        events: ['ticket.sold', 'x, double.found'],
      }),
    ).toEqual([
      ['Stanje', 'uključen', 'isključen'],
      ['Događaji', 'Prodana karta', 'x, Dvostruki ulaz'],
    ])
    expect(describedFields('nesto', { novo: [1, null] })).toEqual([['novo', '1', null]])
  })

  it('leave out redacted fields and report that there are some', () => {
    expect(
      describeChanges(line({ changes: { name: [REDACTED, null], bought: ['1', null] } })),
    ).toEqual({
      descriptions: [{ field: 'Karta', before: 'kupljena', after: null }],
      hasRedacted: true,
    })
    expect(describeChanges(line({}))).toEqual({ descriptions: [], hasRedacted: false })
  })
})

describe('the record of an activity entry', () => {
  it('has its current name, its name at deletion, or its number', () => {
    const name = (fields: Partial<ListedActivity>) =>
      describeSubject(line(fields), { TIMER_TIME: 'Sat' }).name
    expect(name({ subject: 'Ana Anić' })).toBe('Ana Anić')
    expect(name({ entity: 'tags', action: 'deleted', changes: { name: ['Press', null] } })).toBe(
      'Press',
    )
    expect(name({ action: 'deleted', changes: { name: [REDACTED, null] } })).toBe('br. 7')
    expect(name({ entity: 'visibility', entityId: 'TIMER_TIME' })).toBe('Sat')
    expect(name({ entity: 'mails', entityId: '0f-1' })).toBeNull()
    expect(describeSubject(line({})).kind).toBe('Gost')
  })
})

describe('the actor of an activity entry', () => {
  const actor = (fields: Partial<ListedActivity>) => describeActor(line(fields))

  it('is the user, or a deleted user', () => {
    const user = { id: 1, name: '', email: 'ana@primjer.hr' }
    expect(actor({ user })).toBe('ana@primjer.hr')
    expect(actor({ user: { ...user, name: 'Ana' }, changes: { sponsor: [null, 'Kava'] } })).toBe(
      'Ana',
    )
    expect(actor({})).toBe('obrisani korisnik')
    expect(actor({ entity: 'webhooks', changes: { state: ['on', 'paused'] } })).toBe(
      'obrisani korisnik',
    )
    expect(actor({ entity: 'mails', action: 'resent' })).toBe('obrisani korisnik')
  })

  it('is the sponsor who changes its own list', () => {
    expect(actor({ changes: { email: [null, 'a@b.hr'], sponsor: [null, 'Kava'] } })).toBe(
      'sponzor Kava',
    )
    expect(actor({ action: 'deleted', changes: { sponsor: ['Kava', null] } })).toBe('sponzor Kava')
    const passes: Partial<ListedActivity> = {
      entity: 'sponsors',
      action: 'passes_queued',
      changes: { queued: [null, 3] },
    }
    expect(actor({ ...passes, subject: 'Kava' })).toBe('sponzor Kava')
    expect(actor(passes)).toBe('obrisani sponzor')
  })

  it('is the visitor who asks for a lost ticket, or the server itself', () => {
    expect(actor({ entity: 'mails', action: 'requested' })).toBe('posjetitelj')
    expect(actor({ entity: 'webhooks', changes: { state: ['on', 'off'] } })).toBe('samo od sebe')
    expect(actor({ entity: 'editions', action: 'erased' })).toBe('samo od sebe, po isteku roka')
  })
})
