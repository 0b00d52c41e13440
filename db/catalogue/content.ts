import type {
  bandContacts,
  lineupItems,
  priceItems,
  translations,
  visibilityFlags,
} from '../schema/content'
import type { TableFacts } from './facts'
import { ADMIN, PUBLIC, shown } from './facts'

/** Data about a booker, erased by deleting the contact on its screen. */
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

export const BAND_CONTACTS = {
  atEnd: 'chosen',
  columns: {
    id: { ...shown(ADMIN, 'Broj'), exported: null },
    bandName: {
      ...shown(ADMIN, 'Bend'),
      privacy: { ...booker, inActivityLog: 'kept' },
      exported: { bandName: 28 },
    },
    bookerName: {
      ...shown(ADMIN, 'Osoba za kontakt'),
      privacy: booker,
      exported: { bookerName: 26 },
    },
    bookerPhone: { ...shown(ADMIN, 'Telefon'), privacy: booker, exported: { bookerPhone: 20 } },
    bookerEmail: { ...shown(ADMIN, 'E-mail'), privacy: booker, exported: { bookerEmail: 30 } },
    notes: { ...shown(ADMIN, 'Napomena'), privacy: booker, exported: { notes: 60 } },
  },
} as const satisfies TableFacts<keyof typeof bandContacts.$inferSelect, 'exported'>
