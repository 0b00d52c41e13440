import type {
  bandContacts,
  lineupItems,
  priceItems,
  translations,
  visibilityFlags,
} from '../schema/content'
import type { TableFacts } from './facts'
import { ADMIN, PUBLIC, shown } from './facts'

/**
 * Privacy of data about the booker of a band. It is erased by deleting the contact on the screen
 * Kontakt.
 */
const booker = {
  whose: 'booker',
  erased: 'deleted',
  inActivityLog: 'redacted',
  isSearched: true,
} as const

export const LINEUP_ITEMS = {
  atEnd: 'chosen',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    name: shown(PUBLIC, 'Naziv'),
    slug: shown(PUBLIC, 'Adresa'),
    imageHash: { ...shown(PUBLIC, 'Fotografija'), fields: ['image'] },
    biography: shown(PUBLIC, 'Biografija'),
    listenUrl: shown(PUBLIC, 'Poveznica za slušanje'),
    visible: shown(ADMIN, 'Vidljivo'),
    order: shown(PUBLIC, 'Mjesto'),
  },
} as const satisfies TableFacts<keyof typeof lineupItems.$inferSelect>

export const PRICE_ITEMS = {
  atEnd: 'chosen',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    name: shown(PUBLIC, 'Naziv'),
    category: { ...shown(PUBLIC, 'Kategorija'), fields: ['tag'] },
    order: shown(PUBLIC, 'Mjesto'),
    priceEur: { ...shown(PUBLIC, 'Cijena'), fields: ['priceEUR'] },
    volumeLitres: { ...shown(PUBLIC, 'Količina'), fields: ['volume'] },
  },
} as const satisfies TableFacts<keyof typeof priceItems.$inferSelect>

export const TRANSLATIONS = {
  atEnd: 'chosen',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    key: shown(PUBLIC, 'Ključ'),
    value: shown(PUBLIC, 'Tekst'),
  },
} as const satisfies TableFacts<keyof typeof translations.$inferSelect>

export const VISIBILITY_FLAGS = {
  atEnd: 'kept',
  columns: {
    name: shown(PUBLIC, 'Ključ'),
    visible: {
      ...shown(PUBLIC, 'Vrijednost'),
      atEnd: 'case when visible is not null then false end',
    },
    at: { ...shown(PUBLIC, 'Vrijeme'), atEnd: 'null' },
  },
} as const satisfies TableFacts<keyof typeof visibilityFlags.$inferSelect>

/**
 * Returns the facts of a text column of a band contact. `exported` is its width in the export, in
 * characters.
 */
const bookerText = (label: string, exported: Readonly<Record<string, number>>) =>
  ({
    ...shown(ADMIN, label),
    privacy: booker,
    searchedBy: ADMIN,
    sortedBy: ADMIN,
    exported,
  }) as const

export const BAND_CONTACTS = {
  atEnd: 'chosen',
  columns: {
    id: { ...shown(ADMIN, 'Broj'), searchedBy: null, sortedBy: ADMIN, exported: null },
    bandName: {
      ...bookerText('Bend', { bandName: 28 }),
      privacy: { ...booker, inActivityLog: 'kept' },
    },
    bookerName: bookerText('Osoba za kontakt', { bookerName: 26 }),
    bookerPhone: bookerText('Telefon', { bookerPhone: 20 }),
    bookerEmail: bookerText('E-mail', { bookerEmail: 30 }),
    notes: bookerText('Napomena', { notes: 60 }),
  },
} as const satisfies TableFacts<
  keyof typeof bandContacts.$inferSelect,
  'searchedBy' | 'sortedBy' | 'exported'
>

/** The tables that this file declares, by their names in db/schema. */
export const CONTENT_TABLES = {
  bandContacts: BAND_CONTACTS,
  lineupItems: LINEUP_ITEMS,
  priceItems: PRICE_ITEMS,
  translations: TRANSLATIONS,
  visibilityFlags: VISIBILITY_FLAGS,
} as const
