import { describe, expect, it } from 'vitest'
import type { InvitableSponsor } from '@/db/queries/sponsors-invitations'
import { mailAddress } from '@/lib/mail/schema'
import { newSponsorGuests } from '@/lib/sponsors/own-list-schema'
import { parsePaste, validatePaste } from '@/lib/sponsors/paste'
import { countGuests, passStateOf, planInvitations, planReminders } from '@/lib/sponsors/rules'

const names = (text: string) => parsePaste(text).map(({ name }) => name)

describe('a pasted list of guests', () => {
  it('has one guest per line, also with numbers or bullets', () => {
    expect(names('Ana Anić\r\n\n  2. Iva Ivić \n- Eva Ević\n4) Čedo  Čić\n• Mia')).toEqual([
      'Ana Anić',
      'Iva Ivić',
      'Eva Ević',
      'Čedo Čić',
      'Mia',
    ])
  })

  it('may be columns of a spreadsheet, with headings and e-mail addresses', () => {
    const text = 'Ime\tPrezime\tE-mail\nAna\tAnić\tAna@Primjer.hr\n"Iva";"Ivić"\n7\tEva\tEvić\t'
    expect(parsePaste(text)).toEqual([
      { name: 'Ana Anić', email: 'ana@primjer.hr' },
      { name: 'Iva Ivić', email: null },
      { name: 'Eva Ević', email: null },
    ])
    expect(parsePaste('Mia Mić, Mia <mia@primjer.hr>')[0]?.email).toBe('mia@primjer.hr')
  })

  it('may have telephone numbers and other long numbers, which are no part of a name', () => {
    const text = 'Rb.\tIme\tPrezime\tBroj mobitela\n1\tAna\tAnić\t091 234-5678\n2\tIva\tIvić\t'
    expect(names(text)).toEqual(['Ana Anić', 'Iva Ivić'])
    expect(names('Ana Anić; +385 (91) 234 5678; ana@x.hr')).toEqual(['Ana Anić'])
    expect(names('Ana Anić 0912345678\nIva Ivić, 0036512345\nEva Ević – 091/234-567')).toEqual([
      'Ana Anić',
      'Iva Ivić',
      'Eva Ević',
    ])
    expect(names('Gost 12\nAna Anić +1\nAna-Marija Anić')).toEqual([
      'Gost 12',
      'Ana Anić +1',
      'Ana-Marija Anić',
    ])
  })

  it.each<[string, [string, string | null][]]>([
    [
      'Jasna Bukvić <Jasna@x.hr>; Tin Oreb <tin@x.hr>',
      [
        ['Jasna Bukvić', 'jasna@x.hr'],
        ['Tin Oreb', 'tin@x.hr'],
      ],
    ],
    [
      'Jasna Bukvić <jasna@x.hr>, Tin Oreb <tin@x.hr>,',
      [
        ['Jasna Bukvić', 'jasna@x.hr'],
        ['Tin Oreb', 'tin@x.hr'],
      ],
    ],
    ['"Bukvić, Jasna" <jasna@x.hr>', [['Jasna Bukvić', 'jasna@x.hr']]],
    [
      '"Bukvić, Jasna" <jasna@x.hr>; "Oreb, Tin" <tin@x.hr>',
      [
        ['Jasna Bukvić', 'jasna@x.hr'],
        ['Tin Oreb', 'tin@x.hr'],
      ],
    ],
    [
      'Bukvić, Jasna <jasna@x.hr>; Oreb, Tin <tin@x.hr>',
      [
        ['Jasna Bukvić', 'jasna@x.hr'],
        ['Tin Oreb', 'tin@x.hr'],
      ],
    ],
    ['Jasna Bukvić <jasna@x.hr>', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['Jasna Bukvić; Jasna Bukvić <jasna@x.hr>', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['Jasna Bukvić\tJasna Bukvić\tjasna@x.hr', [['Jasna Bukvić', 'jasna@x.hr']]],
    [
      'Ivo Ivić, Pero Perić',
      [
        ['Ivo Ivić', null],
        ['Pero Perić', null],
      ],
    ],
    [
      'Ivo Ivić; Pero Perić; Eva Ević <e@x.hr>',
      [
        ['Ivo Ivić', null],
        ['Pero Perić', null],
        ['Eva Ević', 'e@x.hr'],
      ],
    ],
    [
      'ana@x.hr; iva@x.hr',
      [
        ['', 'ana@x.hr'],
        ['', 'iva@x.hr'],
      ],
    ],
    ['ana@x.hr;Ana Anić', [['Ana Anić', 'ana@x.hr']]],
    ['Ana;Anić;ana@x.hr', [['Ana Anić', 'ana@x.hr']]],
    [
      'Ana,Anić\nAna Marija,Horvat Kos',
      [
        ['Ana Anić', null],
        ['Ana Marija Horvat Kos', null],
      ],
    ],
    ['Ana Marija\tHorvat Kos', [['Ana Marija Horvat Kos', null]]],
    ['\u200bAna\u00a0Anić\u200e', [['Ana Anić', null]]],
    ['Marin\tMarin\tm@x.hr', [['Marin Marin', 'm@x.hr']]],
    ['Marko Perić, dr. med.', [['Marko Perić', null]]],
    [
      'Marko Perić, PhD, Ana Anić, mag. oec.',
      [
        ['Marko Perić', null],
        ['Ana Anić', null],
      ],
    ],
    ['Marko Perić, dr. med. <m@x.hr>', [['Marko Perić', 'm@x.hr']]],
    ['"Perić, Marko, dr. med." <m@x.hr>', [['Marko Perić', 'm@x.hr']]],
    ['Prezime, ime; E-mail\nAnić, Ana; a@x.hr', [['Ana Anić', 'a@x.hr']]],
    ['Art,Smith', [['Art Smith', null]]],
    ['Novak,Med', [['Novak Med', null]]],
    ['Jasna Bukvić jasna@x.hr', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['Jasna Bukvić (Jasna@x.hr)', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['Jasna Bukvić - jasna@x.hr', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['jasna@x.hr – Jasna Bukvić', [['Jasna Bukvić', 'jasna@x.hr']]],
    ['E-mail: jasna@x.hr', [['', 'jasna@x.hr']]],
    ['Jasna Bukvić (vegan) jasna@x.hr', [['Jasna Bukvić (vegan)', 'jasna@x.hr']]],
    [
      'Jasna Bukvić jasna@x.hr, Tin Oreb tin@x.hr',
      [
        ['Jasna Bukvić', 'jasna@x.hr'],
        ['Tin Oreb', 'tin@x.hr'],
      ],
    ],
    ['Bukvić, Jasna <jasna@x.hr>', [['Jasna Bukvić', 'jasna@x.hr']]],
    [
      'Perić, Ana; Horvat, Ivo',
      [
        ['Ana Perić', null],
        ['Ivo Horvat', null],
      ],
    ],
    [
      'Perić, Ana, dr. med.; Horvat Kos, Ivo Juro;',
      [
        ['Ana Perić', null],
        ['Ivo Juro Horvat Kos', null],
      ],
    ],
    [
      'Ana Anić, a@x.hr; Ivo Ivić, i@x.hr',
      [
        ['Ana Anić', 'a@x.hr'],
        ['Ivo Ivić', 'i@x.hr'],
      ],
    ],
    [
      'Ana Anić <a@x.hr>, Ivo Ivić <i@x.hr>; Eva Ević',
      [
        ['Ana Anić', 'a@x.hr'],
        ['Ivo Ivić', 'i@x.hr'],
        ['Eva Ević', null],
      ],
    ],
    [
      'Ana Anić, Ivo Ivić;',
      [
        ['Ana Anić', null],
        ['Ivo Ivić', null],
      ],
    ],
  ])('is split into guests: %s', (text, guests) =>
    expect(parsePaste(text).map(({ name, email }) => [name, email])).toEqual(guests),
  )

  it('has namesakes if the same name has two e-mail addresses', () => {
    const text = 'Ana Anić <a@x.hr>; Ana Anić <b@x.hr>; Ana Anić <a@x.hr>'
    expect(validatePaste(parsePaste(text), []).map(({ verdict }) => verdict)).toEqual([
      'new',
      'namesake',
      'repeated',
    ])
  })

  it('is checked for errors, repeated names and guests who are already on the list', () => {
    const text = `Zeljko Dukic\nAna\nana\nEva, eva@\n;x@primjer.hr\n${'x'.repeat(151)}`
    expect(
      validatePaste(parsePaste(text), ['Željko  Đukić']).map((guest) => guest.verdict),
    ).toEqual(['on_list', 'new', 'repeated', 'bad_email', 'no_name', 'too_long'])
  })

  it('has a key for each guest, which stays the same when lines above the guest change', () => {
    const keys = (text: string) => validatePaste(parsePaste(text), []).map(({ key }) => key)
    const [, ...guestKeys] = keys('Ivo\nAna\nana\nAna <a@x.hr>')
    expect(new Set(guestKeys).size).toBe(3)
    expect(keys('Ana\nana\nAna <a@x.hr>')).toEqual(guestKeys)
  })
})

it.each([
  'Ana.Anic@primjer.hr',
  "o'hara+popis@mail.primjer.co",
  'a@b.hr',
  'ana.šarić@primjer.hr',
  'ana@žarulja.hr',
  'a..b@x.hr',
  '.a@x.hr',
  'a@x',
  'a@x.h',
  'a@-x.hr',
  'a b@x.hr',
  `${'a'.repeat(250)}@x.hr`,
])('the check before sending accepts the e-mail address %s only if the server does', (email) => {
  const [checked] = validatePaste([{ name: 'Ana', email }], [])
  const { success } = newSponsorGuests.safeParse({ slug: '', guests: [{ name: 'Ana', email }] })
  expect(checked?.verdict).toBe(success ? 'new' : 'bad_email')
  if (success) expect(mailAddress.safeParse(email).success).toBe(true)
})

// Rule 7.10: a recorded mail is never shown as sent.
it.each([
  [null, 'none'],
  ['sending', 'queued'],
  ['delivered', 'sent'],
  ['bounced', 'failed'],
  ['recorded', 'recorded'],
] as const)('a pass whose newest mail has the state %s is %s', (mailState, passState) =>
  expect(passStateOf(mailState)).toBe(passState),
)

it('the number of guests has the right Croatian plural', () => {
  expect([1, 2, 5, 11, 12, 21, 22, 100].map(countGuests)).toEqual([
    '1 gost',
    '2 gosta',
    '5 gostiju',
    '11 gostiju',
    '12 gostiju',
    '21 gost',
    '22 gosta',
    '100 gostiju',
  ])
})

const slug = '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71'
const sponsor = (fields: Partial<InvitableSponsor> = {}): InvitableSponsor => ({
  id: 1,
  name: 'Žarulja',
  slug,
  email: 'a@z.hr, B@z.hr',
  guestCap: 5,
  isClosed: false,
  isBound: true,
  listed: 0,
  isOpened: false,
  invitations: [],
  isReminded: false,
  ...fields,
})
const mail = (toMail: string, state: string, link = `https://x.hr/sponzori/${slug}`) => ({
  toMail,
  state,
  link,
})
const invited = (target: InvitableSponsor, to: 'all' | 'unreached') =>
  planInvitations([target], to).mails.map(({ toMail }) => toMail)

describe('an invitation', () => {
  it('is sent to each address once', () => {
    expect(invited(sponsor({ email: 'a@z.hr, A@z.hr;b@z.hr' }), 'all')).toEqual([
      'a@z.hr',
      'b@z.hr',
    ])
  })

  it('is sent again only to unreached addresses, unless all addresses are chosen', () => {
    const mails = [mail('a@z.hr', 'sent'), mail('b@z.hr', 'failed')]
    const opened = sponsor({ isOpened: true, invitations: mails })
    expect(invited(opened, 'unreached')).toEqual(['b@z.hr'])
    expect(invited(opened, 'all')).toEqual(['a@z.hr', 'b@z.hr'])
    expect(invited(sponsor({ invitations: mails }), 'unreached')).toEqual(['a@z.hr', 'b@z.hr'])
    const old = [mail('a@z.hr', 'sent', 'https://x.hr/sponzori/old'), mail('b@z.hr', 'sent')]
    expect(invited(sponsor({ isOpened: true, invitations: old }), 'unreached')).toEqual(['a@z.hr'])
  })

  it('is not sent again while the earlier one is queued or being sent', () => {
    const waiting = sponsor({ invitations: [mail('a@z.hr', 'queued'), mail('b@z.hr', 'sending')] })
    expect(planInvitations([waiting], 'all')).toMatchObject({ mails: [], skipped: 2 })
  })
})

describe('a reminder', () => {
  const reminded = (fields: Partial<InvitableSponsor>) =>
    planReminders([sponsor({ isOpened: true, ...fields })]).mails.length

  it('is sent to sponsors with free places before the deadline, unless they were just reminded', () => {
    expect(reminded({})).toBe(2)
    expect(reminded({ listed: 5 })).toBe(0)
    expect(reminded({ isClosed: true })).toBe(0)
    expect(reminded({ isBound: false })).toBe(0)
    expect(reminded({ isReminded: true })).toBe(0)
  })

  it('is sent only to invited sponsors, and not to an address whose invitation bounced', () => {
    expect(reminded({ isOpened: false })).toBe(0)
    expect(reminded({ invitations: [mail('b@z.hr', 'bounced')] })).toBe(1)
  })
})
