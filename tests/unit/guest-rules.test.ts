import { describe, expect, it } from 'vitest'
import { readBox } from '@/lib/guests/desk-box'
import {
  canBuy,
  deskOutcome,
  entryHints,
  isAlmostCode,
  isConfirmationCode,
  readConfirmationCode,
  tagLabel,
  takesJmbag,
} from '@/lib/guests/rules'
import { ticketAddress } from '@/lib/students/email'

const person = (name: string, surname: string) => ({ name, surname })
const persons = (n: number) => Array.from({ length: n }, () => person('Ivo', 'Šarić'))
const noGuests: { name: string; surname: string }[] = []

// Rule 4.8: only freshers have a JMBAG. A JMBAG that cannot be stored is shown with its error.
it('the form of a guest shows the JMBAG of a fresher, and a JMBAG that is stored or typed', () => {
  expect(takesJmbag({ isBrucosi: true, stored: '', typed: '' })).toBe(true)
  expect(takesJmbag({ isBrucosi: false, stored: '0036512345', typed: '' })).toBe(true)
  expect(takesJmbag({ isBrucosi: false, stored: '', typed: '0036512345' })).toBe(true)
  expect(takesJmbag({ isBrucosi: false, stored: '', typed: '' })).toBe(false)
})

describe('the desk after a search (rule 3.3)', () => {
  it('reports that no guest has the JMBAG, and returns the sign-ups with it', () => {
    for (const unlisted of [noGuests, persons(2)])
      expect(deskOutcome(noGuests, unlisted)).toEqual({
        kind: 'none',
        message: 'JMBAG nije pronađen!',
        unlisted,
      })
  })

  it.each([2, 3, 19])('asks for more digits at %i matches', (n) => {
    expect(deskOutcome(persons(n), noGuests)).toEqual({
      kind: 'several',
      message: `Pronađeno ${n} podudaranja, nastavite upisivati`,
    })
  })

  it.each([20, 21, 500])('shows no message at %i matches', (n) => {
    expect(deskOutcome(persons(n), noGuests)).toEqual({ kind: 'too-many', message: null })
  })

  it.each([person('', ''), person('Ivo', 'Šarić')])(
    'says that the form was not filled in by $name $surname',
    (guest) => {
      expect(deskOutcome([guest], noGuests)).toMatchObject({
        kind: 'no-form',
        message: 'JMBAG pronađen, ali korisnik nije ispunio formu.',
        guest,
        ...guest,
      })
    },
  )

  it('takes the name of a complete guest as stored, whatever the sign-ups contain', () => {
    for (const submissions of [persons(1), persons(3)])
      expect(deskOutcome([person('Ana', 'Kos')], submissions)).toMatchObject({
        kind: 'found',
        message: null,
        name: 'Ana',
        surname: 'Kos',
        choices: [],
      })
  })

  it('fills only the missing names from the only sign-up', () => {
    const signups = [person('Ivana', 'Horvat')]
    expect(deskOutcome([person('', ' ')], signups)).toMatchObject({
      kind: 'found',
      name: 'Ivana',
      surname: 'Horvat',
    })
    expect(deskOutcome([person('Ana', '')], signups)).toMatchObject({
      kind: 'found',
      name: 'Ana',
      surname: 'Horvat',
    })
  })

  it('offers several sign-ups to choose from', () => {
    const signups = [person('Ivo', 'Šarić'), person('Iva', 'Šarić'), person('Ivo', 'Saric')]
    expect(deskOutcome([person('Ivo', '')], signups)).toEqual({
      kind: 'choose',
      message: 'Pronađeno 3 podudaranja iz prijava – odaberite ispravno ime/prezime.',
      guest: person('Ivo', ''),
      name: 'Ivo',
      surname: '',
      choices: signups,
    })
  })
})

describe('the text of the desk’s JMBAG box', () => {
  it.each([
    ['0036512345', 'jmbag', '0036512345'],
    ['0036 51-23/45', 'jmbag', '0036512345'],
    [' ', 'empty', ''],
    ['Šar', 'name', 'Šar'],
    ['iva k', 'name', 'iva k'],
  ])('%j is searched as %s', (typed, kind, text) => {
    expect(readBox(typed)).toEqual({ kind, text })
  })

  it('is kept, with a message, when it cannot be searched for', () => {
    expect(readBox('00365123456')).toEqual({
      kind: 'wrong',
      text: '00365123456',
      message: 'JMBAG ima 10 znamenki, a upisano ih je 11.',
    })
    expect(readBox('0036x')).toMatchObject({ kind: 'wrong', text: '0036x' })
    expect(readBox('Iv')).toMatchObject({
      kind: 'unfinished',
      text: 'Iv',
      message: 'Upišite barem 3 slova imena ili prezimena.',
    })
  })
})

describe('the e-mail address for a ticket', () => {
  const student = { name: 'Ivo', surname: 'Šarić', jmbag: '0036512345', email: null }

  it.each([
    ['the guest’s own', { ...student, email: 'ivo@primjer.hr' }, 'ivo@primjer.hr'],
    ['else the university’s', student, 'is51234@fer.hr'],
    ['none without both', { ...student, jmbag: null }, ''],
  ])('is %s', (_which, guest, address) => {
    expect(ticketAddress(guest, 'fer.hr')).toBe(address)
  })
})

describe('other rules of the guest list', () => {
  it('allow a sale only to a guest with a name and a surname', () => {
    expect(canBuy(person('Ivo', 'Šarić'))).toBe(true)
    expect(canBuy(person(' ', 'Šarić'))).toBe(false)
    expect(canBuy(person('Ivo', ''))).toBe(false)
    expect(canBuy(person('\u200b', 'Šarić'))).toBe(false)
  })

  // Rule 6.4: a ticket's code is a UUID of version 1.
  it('accept only a UUID of version 1 as a code', () => {
    expect(isConfirmationCode(' 2C5EA4C0-4067-11E9-8BAD-9B1DEB4D3B7D ')).toBe(true)
    expect(isConfirmationCode('2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d')).toBe(false)
    expect(isConfirmationCode('2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d-x')).toBe(false)
  })

  it('never show the slug in the tag of a sponsor guest', () => {
    const slug = '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'
    expect(tagLabel(`${slug} Pekara Pletenica`)).toBe('Pekara Pletenica')
    expect(tagLabel(slug)).toBe('Sponzor')
    expect(tagLabel('0b1e5d1c-7a52-4c0e-9c1a-2f6d1f2a3b4c Kapljica')).toBe('Kapljica')
    expect(tagLabel('Brucoši')).toBe('Brucoši')
  })
})

describe('a code that a hand scanner types', () => {
  const CODE = '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'

  it.each([
    CODE,
    ` ${CODE.toUpperCase()} `,
    "2c5ea4c0'4067'11e9'8bad'9b1deb4d3b7d",
    '2c5ea4c0ß4067ß11e9ß8badß9b1deb4d3b7d',
    '2C5EA4C0?4067?11E9?8BAD?9B1DEB4D3B7D',
    '2c5ea4c0406711e98bad9b1deb4d3b7d',
    `]Q1${CODE}`,
    `đQ1${CODE.replaceAll('-', "'")}`,
    ']d22C5EA4C0406711E98BAD9B1DEB4D3B7D',
  ])('is read from %s', (text) => {
    expect(readConfirmationCode(text)).toBe(CODE)
    expect(isAlmostCode(text)).toBe(false)
  })

  it.each([
    '2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d',
    '2c5ea4c0--4067-11e9-8bad-9b1deb4d3b7d',
    'https://primjer.hr/letak',
    '0036512345',
    '',
  ])('is not read from %j', (text) => expect(readConfirmationCode(text)).toBeNull())

  it.each([
    // Codes typed with a French, Czech or US international keyboard layout, with a missing key, and
    // with one dash too many.
    "éc(eq'cà)'à-è)&&eç)_bqd)çb&deb'd\"bèd",
    'ěcřeačcé=čéžý=++eí=ábad=íb+debčdšbýd',
    '2c5eá4c0-4067-11e9-8bad-9b1deb4d3b',
    '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7',
    '2c5ea4c0--4067-11e9-8bad-9b1deb4d3b7d',
  ])('is suspected in the damaged text %s', (text) => expect(isAlmostCode(text)).toBe(true))

  it.each([
    '2c5ea4c0-4067-41e9-8bad-9b1deb4d3b7d',
    'https://primjer.hr/ulaznice/karta/1',
    'Marija Magdalena Đurđević-Škarić',
    '0036512345',
  ])('is not suspected in %s', (text) => expect(isAlmostCode(text)).toBe(false))
})

// Rule 4.27.
it('the entry toggle warns before the opening time that the doors are not open yet', () => {
  const opensAt = '2026-10-03T19:00:00.000Z'
  const on = (iso: string | null, now: string) => entryHints(iso, Date.parse(now))[1]
  expect(on(opensAt, '2026-10-03T18:59:59Z')).toContain('vrata još nisu otvorena')
  expect(on(opensAt, opensAt)).toBe('Unutra')
  expect(on(null, opensAt)).toBe('Unutra')
})
