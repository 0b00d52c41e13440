import type { guests } from '../schema/guests'
import type { ColumnFacts, FactsWith, Viewer } from './facts'
import { ADMIN, inner, STAFF } from './facts'
import { MAX_GUEST_NAME_LENGTH } from './guest-names'

/**
 * Privacy of data about the guest. Erasure empties the column and redacts it in the activity log.
 */
const own = { whose: 'guest', erased: 'emptied', inActivityLog: 'redacted' } as const
const searched = { ...own, isSearched: true } as const
/**
 * Privacy of event times, which erasure keeps because they identify nobody without the other columns.
 * Reports do not count erased guests. The activity log has separate activities for these events.
 */
const counted = { whose: 'guest', erased: 'kept', inActivityLog: 'never' } as const

const desk = ['admin', 'desk'] as const

/**
 * Facts about the columns of guests. The desk sees columns with the viewer `desk` only for
 * freshers, and sees other guests as the gate does (rule 4.12, lib/guests/viewers.ts). The gate
 * finds a guest by JMBAG or code only if the whole value matches.
 */
export const GUESTS = {
  id: {
    label: 'Broj',
    privacy: null,
    viewers: STAFF,
    searchedBy: null,
    sortedBy: STAFF,
    changedBy: null,
    text: null,
    headings: null,
    exported: null,
    phones: 'id',
  },
  name: {
    label: 'Ime',
    privacy: searched,
    viewers: STAFF,
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'tickets',
    text: {
      kind: 'name',
      isUpdated: true,
      max: MAX_GUEST_NAME_LENGTH,
      help: 'Ime.',
      example: 'Ana',
    },
    headings: {
      name: 'name|ime|ime studenta|ime gosta|ime brucosa|ime osobe|first name|firstname|given name',
      nameSurname:
        'ime i prezime|ime prezime|puno ime|ime i prezime studenta|ime i prezime gosta|ime i prezime brucosa|ime i prez|student|studentica|gost|gosti|brucos|brucosi|osoba|polaznik|full name|name and surname|name surname',
      surnameName:
        'prezime i ime|prezime ime|prezime i ime studenta|prezime i ime gosta|prezime i ime brucosa|prez i ime|surname and name|surname name|last name first name',
    },
    exported: { name: 16 },
    phones: 'name',
  },
  surname: {
    label: 'Prezime',
    privacy: searched,
    viewers: STAFF,
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'tickets',
    text: {
      kind: 'name',
      isUpdated: true,
      max: MAX_GUEST_NAME_LENGTH,
      help: 'Prezime.',
      example: 'Anić',
    },
    headings: {
      surname:
        'surname|prezime|prezime studenta|prezime gosta|prezime brucosa|prezime osobe|last name|lastname|family name',
    },
    exported: { surname: 20 },
    phones: 'surname',
  },
  jmbag: {
    label: 'JMBAG',
    privacy: searched,
    viewers: desk,
    searchedBy: STAFF,
    sortedBy: ADMIN,
    changedBy: 'admin',
    text: {
      kind: 'jmbag',
      isUpdated: true,
      help: 'JMBAG, 10 znamenki, s nulama na početku.',
      example: '0036512345',
    },
    headings: {
      jmbag:
        'jmbag|jmbag studenta|maticni broj|maticni broj studenta|maticni|mat broj|mat br|mbr|student id',
    },
    exported: { jmbag: 13 },
    phones: null,
  },
  listId: {
    label: 'Tag',
    privacy: null,
    viewers: STAFF,
    fields: ['tag'],
    searchedBy: STAFF,
    sortedBy: STAFF,
    changedBy: 'admin',
    text: null,
    headings: {
      tag: 'tag|popis|lista|list|kategorija|kategorija gosta|vrsta gosta|tip gosta|grupa|skupina',
    },
    exported: { tag: 14 },
    phones: 'list',
  },
  email: {
    label: 'E-mail',
    privacy: searched,
    viewers: desk,
    searchedBy: ADMIN,
    sortedBy: null,
    changedBy: 'tickets',
    text: {
      kind: 'email',
      isUpdated: true,
      help: 'E-mail adresa. Smije ostati prazna.',
      example: 'ana@primjer.hr',
    },
    headings: {
      email:
        'email|e mail|mail|e posta|eposta|e adresa|elektronicka posta|elektronicka adresa|mail adresa|email adresa|e mail adresa|adresa e poste|adresa elektronicke poste|email address|e mail address|kontakt mail|skolski mail',
    },
    exported: { email: 26 },
    phones: null,
  },
  phone: {
    label: 'Telefon',
    privacy: searched,
    viewers: ADMIN,
    searchedBy: null,
    sortedBy: null,
    changedBy: 'admin',
    text: { kind: 'phone', isUpdated: true },
    headings: {
      phone:
        'phone|mobitel|mob|telefon|tel|gsm|broj mobitela|broj telefona|kontakt broj|kontakt telefon|mobile|cell',
    },
    exported: { phone: 16 },
    phones: null,
  },
  // An import never overwrites a note or a ban.
  note: {
    label: 'Napomena',
    privacy: searched,
    viewers: STAFF,
    searchedBy: null,
    sortedBy: null,
    changedBy: 'admin',
    text: { kind: 'text', isUpdated: false, max: 200 },
    headings: { note: 'note|napomena|napomene|komentar|biljeska|opaska|primjedba' },
    exported: { note: 16 },
    phones: 'note',
  },
  banReason: {
    label: 'Ne puštaj (razlog)',
    privacy: searched,
    viewers: STAFF,
    searchedBy: null,
    sortedBy: null,
    changedBy: 'admin',
    text: { kind: 'text', isUpdated: false, max: 200 },
    headings: {
      banReason: 'banreason|ne pustaj|ne pustaj razlog|zabrana|zabrana ulaza|razlog zabrane',
    },
    exported: { banReason: 16 },
    phones: 'ban',
  },
  bannedAt: {
    label: 'Ne puštaj od',
    // The trigger `guests_banned_since_change` empties `bannedAt` together with the reason.
    privacy: counted,
    viewers: STAFF,
    fields: ['banned', 'bannedTime'],
    searchedBy: null,
    sortedBy: null,
    changedBy: 'admin',
    text: null,
    headings: null,
    exported: null,
    phones: null,
  },
  confCode: {
    label: 'Kod karte',
    privacy: { whose: 'guest', erased: 'replaced', inActivityLog: 'never' },
    viewers: desk,
    searchedBy: STAFF,
    sortedBy: null,
    changedBy: null,
    text: null,
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
    text: null,
    headings: {
      bought:
        'bought|karta|karte|ima kartu|kupio kartu|karta kupljena|karta placena|placena karta|placeno|uplaceno|uplata|platio|platila|platio la|platio platila|kupljeno|kupio|kupila|kupio la|ulaznica|paid|ticket',
      boughtTicketTime:
        'boughttickettime|vrijeme kupnje|datum kupnje|vrijeme uplate|datum uplate|kupljeno u',
    },
    exported: { bought: 8, boughtTicketTime: 30 },
    phones: null,
  },
  enteredAt: {
    label: 'Ulaz',
    privacy: counted,
    viewers: STAFF,
    fields: ['entered', 'enteredTime'],
    searchedBy: ADMIN,
    sortedBy: STAFF,
    changedBy: 'entry',
    text: null,
    headings: {
      entered:
        'entered|usao|usla|usao la|usao usla|unutra|ulaz|dosao|dosla|dosao la|prisutan|prisutna',
      enteredTime: 'enteredtime|vrijeme ulaska|vrijeme ulaza|usao u',
    },
    exported: { entered: 8, enteredTime: 30 },
    phones: 'since',
  },
  // The gate follows from the passages, and the export of a person's data contains the passages.
  enteredGate: inner('Unutra kroz ulaz'),
  createdAt: { ...inner('Zapisano'), privacy: counted },
  deletedAt: {
    label: 'Obrisano',
    privacy: counted,
    viewers: STAFF,
    fields: ['deleted', 'deletedTime'],
    searchedBy: null,
    sortedBy: ADMIN,
    changedBy: null,
    text: null,
    headings: null,
    exported: null,
    phones: 'gone',
  },
  searchName: inner('Ime za pretragu'),
  search: inner('Tekst za pretragu'),
} as const satisfies Record<
  keyof typeof guests.$inferSelect,
  FactsWith<'searchedBy' | 'sortedBy' | 'changedBy' | 'text' | 'headings' | 'exported' | 'phones'>
>

export const GUEST_TABLE = { atEnd: 'erased', columns: GUESTS } as const

type Guests = typeof GUESTS
type GuestColumn = keyof Guests

/** Names of the guest columns whose facts match `Fact`. */
type ColumnWith<Fact extends object> = {
  [C in GuestColumn]: Guests[C] extends Fact ? C : never
}[GuestColumn]

export const GUEST_COLUMNS = Object.keys(GUESTS) as GuestColumn[]

export type GuestTextField = ColumnWith<{ text: object }>

/** Text columns of a guest that users type, in the order in which forms and tables show them. */
export const GUEST_TEXT_FIELDS = GUEST_COLUMNS.filter((column): column is GuestTextField => {
  const { text }: ColumnFacts = GUESTS[column]
  return Boolean(text)
})

type ImportedText = ColumnWith<{ text: object; headings: object }>

/** Text columns of a guest that an import reads. */
export const IMPORTED_TEXTS = GUEST_TEXT_FIELDS.filter((column): column is ImportedText => {
  const { headings }: ColumnFacts = GUESTS[column]
  return Boolean(headings)
})

/** Text columns that an import may also change for guests who are already on the list. */
export type UpdatedText = ColumnWith<{ text: { isUpdated: true } }>

export const UPDATED_TEXTS = GUEST_TEXT_FIELDS.filter(
  (column): column is UpdatedText => GUESTS[column].text.isUpdated,
)

type PhoneText = ColumnWith<{ text: object; phones: string }>

/** Text columns in the roster of gate devices, by their names in the roster. */
export const PHONE_TEXTS = Object.fromEntries(
  GUEST_TEXT_FIELDS.flatMap((column) => {
    const { phones }: ColumnFacts = GUESTS[column]
    return phones ? [[phones, column]] : []
  }),
) as { [C in PhoneText as Guests[C]['phones']]: C }

/** Returns the fields by which a viewer may search or sort guests. */
export const guestFields = (fact: 'searchedBy' | 'sortedBy', viewer: Viewer): string[] =>
  Object.entries<ColumnFacts>(GUESTS).flatMap(([column, facts]) =>
    facts[fact]?.includes(viewer) ? (facts.fields ?? [column]) : [],
  )

/** Returns the facts of the column of a response field; undefined for any other field. */
export const guestColumnOf = (field: string): ColumnFacts | undefined =>
  Object.entries<ColumnFacts>(GUESTS).find(([column, { fields = [column] }]) =>
    fields.includes(field),
  )?.[1]

/** The tables that this file declares, by their names in db/schema. */
export const GUEST_TABLES = { guests: GUEST_TABLE } as const
