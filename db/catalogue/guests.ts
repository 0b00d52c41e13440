import type { guests } from '../schema/guests'
import type { ColumnFacts, TableFacts, Viewer } from './facts'
import { ADMIN, inner, STAFF } from './facts'

/** Words of the guest: an erasing empties the column and blots them out of the activity log. */
const own = { whose: 'guest', erased: 'emptied', inRecord: 'blotted' } as const
const sought = { ...own, isSought: true } as const
/** What happened to the guest: counted for ever, and the log tells it by its own line. */
const counted = { whose: 'guest', erased: 'kept', inRecord: 'never' } as const

const desk = ['admin', 'desk'] as const

/**
 * Guests. The desk sees what is marked for it of freshers only, and of others what the gate sees
 * (lib/guests/view.ts). The gate matches a JMBAG and a code only whole.
 */
export const GUESTS = {
  id: { label: 'Broj', privacy: null, viewers: STAFF, sortedBy: STAFF, phones: 'id' },
  name: {
    label: 'Ime',
    privacy: sought,
    viewers: STAFF,
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'tickets',
    text: { kind: 'name', max: 100, help: 'Ime.', example: 'Ana' },
    headings: {
      name: 'name|ime|ime studenta|ime gosta|ime brucosa|ime osobe|first name|firstname|given name',
      nameSurname:
        'ime i prezime|ime prezime|puno ime|ime i prezime studenta|ime i prezime gosta|ime i prezime brucosa|ime i prez|student|studentica|gost|gosti|brucos|brucosi|osoba|polaznik|full name|name and surname|name surname',
      surnameName:
        'prezime i ime|prezime ime|prezime i ime studenta|prezime i ime gosta|prezime i ime brucosa|prez i ime|surname and name|surname name|last name first name',
    },
    isUpdated: true,
    exported: { name: 16 },
    phones: 'name',
  },
  surname: {
    label: 'Prezime',
    privacy: sought,
    viewers: STAFF,
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'tickets',
    text: { kind: 'name', max: 100, help: 'Prezime.', example: 'Anić' },
    headings: {
      surname:
        'surname|prezime|prezime studenta|prezime gosta|prezime brucosa|prezime osobe|last name|lastname|family name',
    },
    isUpdated: true,
    exported: { surname: 20 },
    phones: 'surname',
  },
  jmbag: {
    label: 'JMBAG',
    privacy: sought,
    viewers: desk,
    searchedBy: STAFF,
    sortedBy: ADMIN,
    changedBy: 'admin',
    text: {
      kind: 'jmbag',
      help: 'JMBAG, 10 znamenki, s nulama na početku.',
      example: '0036512345',
    },
    headings: {
      jmbag:
        'jmbag|jmbag studenta|maticni broj|maticni broj studenta|maticni|mat broj|mat br|mbr|student id',
    },
    isUpdated: true,
    exported: { jmbag: 13 },
  },
  listId: {
    label: 'Tag',
    privacy: null,
    viewers: STAFF,
    fields: ['tag'],
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'admin',
    headings: {
      tag: 'tag|popis|lista|list|kategorija|kategorija gosta|vrsta gosta|tip gosta|grupa|skupina',
    },
    exported: { tag: 14 },
    phones: 'list',
  },
  email: {
    label: 'E-mail',
    privacy: sought,
    viewers: desk,
    searchedBy: ADMIN,
    changedBy: 'tickets',
    text: { kind: 'email', help: 'E-mail adresa. Smije ostati prazna.', example: 'ana@primjer.hr' },
    headings: {
      email:
        'email|e mail|mail|e posta|eposta|e adresa|elektronicka posta|elektronicka adresa|mail adresa|email adresa|e mail adresa|adresa e poste|adresa elektronicke poste|email address|e mail address|kontakt mail|skolski mail',
    },
    isUpdated: true,
    exported: { email: 26 },
  },
  phone: {
    label: 'Telefon',
    privacy: sought,
    viewers: ADMIN,
    changedBy: 'admin',
    text: { kind: 'phone' },
    headings: {
      phone:
        'phone|mobitel|mob|telefon|tel|gsm|broj mobitela|broj telefona|kontakt broj|kontakt telefon|mobile|cell',
    },
    isUpdated: true,
    exported: { phone: 16 },
  },
  // Staff write notes and bans of their own, and remarks beside a name come as notes: an import
  // writes over none of them.
  note: {
    label: 'Napomena',
    privacy: sought,
    viewers: STAFF,
    changedBy: 'admin',
    text: { kind: 'text', max: 200 },
    headings: { note: 'note|napomena|napomene|komentar|biljeska|opaska|primjedba' },
    exported: { note: 16 },
    phones: 'note',
  },
  banReason: {
    label: 'Ne puštaj (razlog)',
    privacy: sought,
    viewers: STAFF,
    changedBy: 'admin',
    text: { kind: 'text', max: 200 },
    headings: {
      banReason: 'banreason|ne pustaj|ne pustaj razlog|zabrana|zabrana ulaza|razlog zabrane',
    },
    exported: { banReason: 16 },
    phones: 'ban',
  },
  bannedAt: {
    label: 'Ne puštaj od',
    // The database empties it with the reason (trigger `guests_banned_since_change`).
    privacy: counted,
    viewers: STAFF,
    fields: ['banned', 'bannedTime'],
    changedBy: 'admin',
  },
  confCode: {
    label: 'Kod karte',
    privacy: { whose: 'guest', erased: 'replaced', inRecord: 'never' },
    viewers: desk,
    searchedBy: STAFF,
    headings: {
      confCode:
        'confcode|kod|kod karte|sifra karte|konfirmacijski kod|qr|qr kod|kod za ulaz|ticket code|code',
    },
    exported: { confCode: 38 },
    phones: 'hash',
  },
  boughtAt: {
    label: 'Karta',
    privacy: counted,
    viewers: STAFF,
    fields: ['bought', 'boughtTicketTime'],
    searchedBy: ADMIN,
    sortedBy: STAFF,
    changedBy: 'tickets',
    headings: {
      bought:
        'bought|karta|karte|ima kartu|kupio kartu|karta kupljena|karta placena|placena karta|placeno|uplaceno|uplata|platio|platila|platio la|platio platila|kupljeno|kupio|kupila|kupio la|ulaznica|paid|ticket',
      boughtTicketTime:
        'boughttickettime|vrijeme kupnje|datum kupnje|vrijeme uplate|datum uplate|kupljeno u',
    },
    exported: { bought: 8, boughtTicketTime: 30 },
  },
  enteredAt: {
    label: 'Ulaz',
    privacy: counted,
    viewers: STAFF,
    fields: ['entered', 'enteredTime'],
    searchedBy: ADMIN,
    sortedBy: STAFF,
    changedBy: 'entry',
    headings: {
      entered:
        'entered|usao|usla|usao la|usao usla|unutra|ulaz|dosao|dosla|dosao la|prisutan|prisutna',
      enteredTime: 'enteredtime|vrijeme ulaska|vrijeme ulaza|usao u',
    },
    exported: { entered: 8, enteredTime: 30 },
    phones: 'since',
  },
  // Follows from the passages, which the file of a person tells.
  enteredGate: inner('Unutra kroz ulaz'),
  createdAt: { ...inner('Zapisano'), privacy: counted },
  deletedAt: {
    label: 'Obrisano',
    privacy: counted,
    viewers: STAFF,
    fields: ['deleted', 'deletedTime'],
    sortedBy: ADMIN,
    phones: 'gone',
  },
  searchName: inner('Ime za pretragu'),
  search: inner('Tekst za pretragu'),
} as const satisfies Record<keyof typeof guests.$inferSelect, ColumnFacts>

export const GUEST_TABLE: TableFacts = { atEnd: 'erased', columns: GUESTS }

type Guests = typeof GUESTS
type GuestColumn = keyof Guests

/** The columns of guests that bear a fact. */
type Having<Fact extends object> = {
  [C in GuestColumn]: Guests[C] extends Fact ? C : never
}[GuestColumn]

export const GUEST_COLUMNS = Object.keys(GUESTS) as GuestColumn[]

export type GuestTextField = Having<{ text: object }>

/** What staff write about a guest word for word, in the order of forms and tables. */
export const GUEST_TEXT_FIELDS = GUEST_COLUMNS.filter(
  (column): column is GuestTextField => 'text' in GUESTS[column],
)

/** Those of them that an import changes of guests on the list. */
export type UpdatedText = Having<{ text: object; isUpdated: true }>

export const UPDATED_TEXTS = GUEST_TEXT_FIELDS.filter(
  (column): column is UpdatedText => 'isUpdated' in GUESTS[column],
)

type PhoneText = Having<{ text: object; phones: string }>

/** The texts that phones at the gate have, by the names under which they have them. */
export const PHONE_TEXTS = Object.fromEntries(
  GUEST_TEXT_FIELDS.flatMap((column) => {
    const { phones }: ColumnFacts = GUESTS[column]
    return phones ? [[phones, column]] : []
  }),
) as { [C in PhoneText as Guests[C]['phones']]: C }

/** The fields of answers by which each of these may search or order guests. */
export const guestFields = (fact: 'searchedBy' | 'sortedBy', viewer: Viewer): string[] =>
  Object.entries<ColumnFacts>(GUESTS).flatMap(([column, facts]) =>
    facts[fact]?.includes(viewer) ? (facts.fields ?? [column]) : [],
  )

/** The column that a field of an answer tells; undefined of what is no column of a guest. */
export const guestColumnOf = (field: string): ColumnFacts | undefined =>
  Object.entries<ColumnFacts>(GUESTS).find(([column, { fields = [column] }]) =>
    fields.includes(field),
  )?.[1]
