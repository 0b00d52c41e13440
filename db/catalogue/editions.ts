import type { artworks, editions, editionTotals, sets, stages } from '../schema/editions'
import type { TableFacts } from './facts'
import { ADMIN, PUBLIC, STAFF, shown } from './facts'

/**
 * The next edition starts with a copy of the row of the ended edition. Columns with `atEnd` get
 * that value instead.
 */
export const EDITIONS = {
  atEnd: 'kept',
  columns: {
    id: shown(ADMIN, 'Broj'),
    name: shown(PUBLIC, 'Naziv'),
    year: shown(PUBLIC, 'Godina'),
    ordinal: { ...shown(PUBLIC, 'Redni broj izdanja'), fields: ['number'] },
    opensAt: { ...shown(PUBLIC, 'Otvaranje vrata'), phones: 'fill' },
    closesAt: { ...shown(PUBLIC, 'Kraj noći'), phones: 'fill' },
    place: shown(PUBLIC, 'Mjesto'),
    address: shown(PUBLIC, 'Adresa'),
    contactEmail: shown(PUBLIC, 'Adresa za festival'),
    sponsorsEmail: shown(PUBLIC, 'Adresa za sponzore'),
    instagramUrl: shown(PUBLIC, 'Instagram'),
    facebookUrl: shown(PUBLIC, 'Facebook'),
    tiktokUrl: shown(PUBLIC, 'TikTok'),
    aircashUrl: shown(PUBLIC, 'Aircash'),
    // The ticket shop is not copied to the next edition, since it sells the tickets of one edition.
    ticketShopUrl: { ...shown(PUBLIC, 'Trgovina ulaznica'), atEnd: "''" },
    ticketWidgetSrc: { ...shown(PUBLIC, 'Dodatak trgovine'), atEnd: "''" },
    ticketWidgetData: { ...shown(PUBLIC, 'Podaci za dodatak'), atEnd: "'{}'" },
    ticketPriceCents: {
      ...shown(PUBLIC, 'Cijena ulaznice (€)'),
      fields: ['ticketPriceEUR'],
      atEnd: 'null',
    },
    salesState: { ...shown(PUBLIC, 'Stanje prodaje'), atEnd: "'open'" },
    // The telephone number of the night may be the private number of a volunteer.
    nightPhone: {
      ...shown(PUBLIC, 'Telefon za noć'),
      privacy: { whose: 'volunteer', erased: 'emptied', inActivityLog: 'redacted' },
      atEnd: "''",
    },
    cashDesk: { ...shown(STAFF, 'Blagajna'), atEnd: 'false' },
    deskAdds: shown(STAFF, 'Prodavači dodaju prijavljene na popis'),
    lng: shown(PUBLIC, 'Zemljopisna dužina'),
    lat: shown(PUBLIC, 'Zemljopisna širina'),
    retentionDays: shown(ADMIN, 'Dana do brisanja podataka'),
    endedAt: { ...shown(ADMIN, 'Kraj festivala'), atEnd: 'null' },
    erasedAt: { ...shown(ADMIN, 'Osobe obrisane'), atEnd: 'null' },
  },
} as const satisfies TableFacts<keyof typeof editions.$inferSelect>

const EDITION_TOTALS = {
  atEnd: 'kept',
  columns: {
    editionId: shown(ADMIN, 'Izdanje'),
    kind: shown(ADMIN, 'Što je brojeno'),
    label: shown(ADMIN, 'Popis ili ulaz'),
    at: shown(ADMIN, 'Vrijeme'),
    count: shown(ADMIN, 'Koliko'),
  },
} as const satisfies TableFacts<keyof typeof editionTotals.$inferSelect>

const STAGES = {
  atEnd: 'chosen',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    name: shown(PUBLIC, 'Naziv'),
    order: shown(PUBLIC, 'Mjesto'),
  },
} as const satisfies TableFacts<keyof typeof stages.$inferSelect>

const SETS = {
  atEnd: 'cleared',
  columns: {
    id: shown(PUBLIC, 'Broj'),
    stageId: { ...shown(PUBLIC, 'Pozornica'), fields: ['stage'] },
    lineupItemId: { ...shown(PUBLIC, 'Izvođač'), fields: ['performer'] },
    title: shown(PUBLIC, 'Vlastiti naziv'),
    startsAt: shown(PUBLIC, 'Od'),
    endsAt: shown(PUBLIC, 'Do'),
  },
} as const satisfies TableFacts<keyof typeof sets.$inferSelect>

const ARTWORKS = {
  atEnd: 'chosen',
  columns: {
    slot: { ...shown(PUBLIC, 'Mjesto na stranici'), fields: ['place'] },
    imageHash: { ...shown(PUBLIC, 'Slika'), fields: ['image'] },
    document: shown(PUBLIC, 'Dokument'),
    fileName: shown(ADMIN, 'Datoteka'),
    corners: shown(PUBLIC, 'Uglovi'),
    updatedAt: shown(ADMIN, 'Promijenjeno'),
  },
} as const satisfies TableFacts<keyof typeof artworks.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const EDITION_TABLES = {
  artworks: ARTWORKS,
  editions: EDITIONS,
  editionTotals: EDITION_TOTALS,
  sets: SETS,
  stages: STAGES,
} as const
