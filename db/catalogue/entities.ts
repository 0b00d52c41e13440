import type { TableName } from './tables'

/** What the record, the description of the API and the erasing of a person know of a noun. */
export interface Noun {
  /** One of them, as the record says it. */
  word: string
  /** Its first part of an address below /api, and what is told of it there. */
  api: string
  about: string
  /** The tables whose columns its lines of the record tell (db/catalogue/tables.ts). */
  tables: TableName[]
  /** Where it is kept under a number, and what one is called now, in SQL; not all have a name. */
  subject?: { table: string; displayNameSql: string; hiddenIfSql?: string }
  /** Public pages show it: they are made anew when it changes. */
  isShown?: true
  /** The product has it no more: only the record still tells of it. */
  isPast?: true
  /** Words for fields that are no columns of its tables, or are called otherwise there. */
  fields?: Record<string, string>
}

/**
 * Every noun, once. Its tables, schemas and screens bear the same name on their floors; what
 * is told of it elsewhere is made of this.
 */
export const ENTITIES = {
  guests: {
    word: 'Gost',
    api: 'guests',
    about: 'The guest list, the ticket desk and the gate',
    tables: ['guests'],
    subject: {
      table: 'guests',
      displayNameSql: "trim(name || ' ' || surname)",
      hiddenIfSql: 'deleted_at is not null',
    },
  },
  tags: {
    word: 'Tag',
    api: 'tags',
    about: 'Kinds of guests, with their counts',
    tables: ['guestLists'],
    subject: {
      table: 'guest_lists',
      displayNameSql: 'name',
      hiddenIfSql: 'deleted_at is not null',
    },
  },
  users: {
    word: 'Korisnik',
    api: 'users',
    about: 'Staff and their privileges',
    tables: ['users'],
    subject: { table: 'users', displayNameSql: "coalesce(nullif(name, ''), email)" },
  },
  lineup: {
    word: 'Izvođač',
    api: 'lineup',
    about: 'Performers',
    isShown: true,
    tables: ['lineupItems'],
    subject: { table: 'lineup_items', displayNameSql: 'name' },
  },
  programme: {
    word: 'Nastup',
    api: 'programme',
    about: 'Who plays on which stage from when to when',
    isShown: true,
    tables: ['sets'],
    subject: {
      table: 'sets',
      displayNameSql:
        "coalesce(nullif(title, ''), (select name from lineup_items l where l.id = lineup_item_id))",
    },
  },
  stages: {
    word: 'Pozornica',
    api: 'stages',
    about: 'The stages of the programme',
    isShown: true,
    tables: ['stages'],
    subject: { table: 'stages', displayNameSql: 'name' },
  },
  sponsors: {
    word: 'Sponzor',
    api: 'sponsors',
    about: 'Sponsors and the guest lists they keep',
    isShown: true,
    tables: ['sponsors'],
    subject: { table: 'sponsors', displayNameSql: 'name' },
  },
  'band-contacts': {
    word: 'Kontakt',
    api: 'contact',
    about: 'Whom to call about which band',
    tables: ['bandContacts'],
    subject: { table: 'band_contacts', displayNameSql: 'band_name' },
  },
  'price-list': {
    word: 'Stavka cjenika',
    api: 'cjenik',
    about: 'The price list',
    isShown: true,
    tables: ['priceItems'],
    subject: { table: 'price_items', displayNameSql: 'name' },
  },
  visibility: {
    word: 'Prikaz',
    api: 'visibility',
    about: 'What is open, and the two times',
    isShown: true,
    tables: ['visibilityFlags'],
  },
  translations: {
    word: 'Prijevod',
    api: 'translations',
    about: 'Texts of the public pages',
    isShown: true,
    tables: ['translations'],
    subject: { table: 'translations', displayNameSql: 'key' },
  },
  festival: {
    word: 'Festival',
    api: 'festival',
    about: 'This year’s edition: its name, times, place, mailboxes, links and shop',
    isShown: true,
    tables: ['editions'],
  },
  artwork: {
    word: 'Slika stranice',
    api: 'artwork',
    about: 'Pictures of the public pages, the overlay of the map and the consent',
    isShown: true,
    tables: ['artworks'],
  },
  gates: {
    word: 'Ulaz',
    api: 'gates',
    about: 'Gates, their devices, and what the phones could not settle alone',
    tables: ['gates', 'gateDevices', 'settledObjections'],
    subject: { table: 'gates', displayNameSql: 'name', hiddenIfSql: 'deleted_at is not null' },
  },
  night: {
    word: 'Noć',
    api: 'night',
    about: 'The night: how many may be inside, and from when to when it lasts',
    isShown: true,
    tables: ['night', 'editions'],
  },
  editions: {
    word: 'Izdanje',
    api: 'editions',
    about: 'The editions of the festival: the end of one, and what stays of it without names',
    tables: [],
    subject: { table: 'editions', displayNameSql: "name || ' ' || year" },
    fields: {
      name: 'Naziv',
      year: 'Godina',
      number: 'Broj izdanja',
      guests: 'Gostiju',
      signups: 'Prijava',
      mails: 'Poslane pošte',
      passages: 'Prolaza na ulazu',
      leaderboard: 'Rezultata igrice',
      kept: 'Zadržano',
      cleared: 'Obrisano',
    },
  },
  cash: {
    word: 'Blagajna',
    api: 'cash',
    about: 'Money at the desk: prices, shifts of sellers and what they took',
    tables: ['cashShifts', 'cashMoves'],
    fields: {
      cashDesk: 'Blagajna',
      float: 'Početni polog (€)',
      cash: 'Gotovina (€)',
      card: 'Kartica (€)',
      expected: 'Očekivano (€)',
      counted: 'Prebrojano (€)',
      difference: 'Razlika (€)',
      reason: 'Razlog',
    },
  },
  mails: {
    word: 'Pošta',
    api: 'mailer',
    about: 'Mail and its record',
    tables: ['mails'],
    fields: { to_mail: 'Prima' },
  },
  leaderboard: {
    word: 'Ljestvica igrice',
    api: 'gameLeaderboard',
    about: 'The game’s scores',
    isShown: true,
    tables: ['leaderboardEntries'],
    subject: { table: 'leaderboard_entries', displayNameSql: 'name' },
  },
  'saved-filters': {
    word: 'Spremljeni filtar',
    api: 'saved-filters',
    about: 'Filters of the office’s lists under a name',
    isPast: true,
    tables: ['savedFilters'],
  },
  webhooks: {
    word: 'Prijemnik dojava',
    api: 'webhooks',
    about: 'Other systems that are told of sales, admissions and sponsors’ guests',
    tables: ['webhookReceivers'],
    subject: { table: 'webhook_receivers', displayNameSql: 'description' },
  },
  signups: {
    word: 'Prijava brucoša',
    api: 'forms',
    about: 'Pre-registration',
    tables: ['signups'],
  },
  people: {
    word: 'Osoba',
    api: 'people',
    about: 'A person over everything that holds one: what is stored, and its erasing',
    tables: [],
    fields: {
      guests: 'Na popisu gostiju',
      signups: 'Prijave',
      leaderboard: 'Rezultati igrice',
      mails: 'Poslana pošta',
    },
  },
} as const satisfies Record<string, Noun>

export type EntityName = keyof typeof ENTITIES

export const NOUN_NAMES = Object.keys(ENTITIES) as EntityName[]

/** Those that public pages show. */
export type PublicEntity = {
  [N in EntityName]: (typeof ENTITIES)[N] extends { isShown: true } ? N : never
}[EntityName]

export const isOnPublicSite = (noun: EntityName): noun is PublicEntity =>
  'isShown' in ENTITIES[noun]

/** A noun for what asks by whatever name the record has; null for one that is gone. */
export const findEntity = (name: string): Noun | null =>
  Object.entries<Noun>(ENTITIES).find(([one]) => one === name)?.[1] ?? null
