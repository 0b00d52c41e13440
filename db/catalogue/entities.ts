import type { TableName } from './tables'

/**
 * Facts about the records of an entity that contain data about a person. The person search and the
 * export of a person's data use them.
 */
interface PersonRecords {
  /** Croatian label of one record. */
  word: string
  /**
   * Screen on which a record is erased. Absent if the person search itself can erase the record.
   */
  screen?: { href: string; label: string }
  /**
   * SQL expressions over a row of the entity's first table: the values to show, and in `where`
   * which rows contain data about a person. Absent for guests, whose query is in
   * db/queries/people.ts because it uses indexes of its own.
   */
  sql?: {
    name: string
    jmbag?: string
    email?: string
    detail?: string
    at?: string
    where?: string
  }
}

/** Facts about an entity for the activity log, the OpenAPI description and erasure. */
export interface Entity {
  /** Croatian label of one record. */
  word: string
  /** First path segment below /api, and the summary of these paths in the OpenAPI description. */
  api: string
  about: string
  /**
   * Tables (named as in db/catalogue/tables.ts) whose columns appear in the entity's activities.
   */
  tables: TableName[]
  /**
   * Table of the records, SQL of a record's current name, and SQL of the condition that hides the
   * name. Absent if records have no name.
   */
  subject?: { table: string; displayNameSql: string; hiddenIfSql?: string }
  /**
   * How the person search shows the records. Absent if the records contain no data about a person.
   */
  person?: PersonRecords
  /** Whether public pages show the records. These pages are rendered again after a change. */
  isShown?: true
  /**
   * Whether the entity was removed from the product. The activity log may still contain its
   * activities.
   */
  isRemoved?: true
  /**
   * Croatian labels of fields in the activity log, for fields that are not columns of the entity's
   * tables.
   */
  fields?: Record<string, string>
}

/** All entities, which are kinds of records. Tables, modules and screens use the same names. */
export const ENTITIES = {
  guests: {
    word: 'Gost',
    api: 'guests',
    about: 'The guest list, the ticket desk and the gate',
    tables: ['guests'],
    person: { word: 'Gost, s ulascima i poštom' },
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
    person: {
      word: 'Osoblje',
      screen: { href: '/admin/users', label: 'Korisnici' },
      sql: { name: 'name', email: 'email' },
    },
    subject: { table: 'users', displayNameSql: "coalesce(nullif(name, ''), email)" },
    fields: { keyName: 'Ključ', keyPrivilege: 'Privilegija ključa' },
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
    about: 'Sets: performers on stages, with start and end',
    isShown: true,
    tables: ['sets'],
    subject: {
      table: 'sets',
      displayNameSql:
        "coalesce(nullif(title, ''), (select name from lineup_items l where l.id = lineup_item_id))",
    },
    fields: { name: 'Naziv' },
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
    about: 'Sponsors and their guest lists',
    isShown: true,
    tables: ['sponsors'],
    person: {
      word: 'Kontakt sponzora',
      screen: { href: '/admin/sponsors-list', label: 'Sponzori' },
      sql: { name: 'name', email: 'lower(email)' },
    },
    subject: { table: 'sponsors', displayNameSql: 'name' },
  },
  'band-contacts': {
    word: 'Kontakt',
    api: 'contact',
    about: 'Contacts of bands',
    tables: ['bandContacts'],
    person: {
      word: 'Kontakt benda',
      screen: { href: '/admin/band-kontakt', label: 'Kontakt' },
      sql: {
        name: 'booker_name',
        email: "nullif(lower(booker_email), '')",
        detail: 'band_name',
      },
    },
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
    about: 'Visibility flags of the public pages, and two times',
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
    about: 'Gates, gate devices, and admissions that an admin must resolve',
    tables: ['gates', 'gateDevices', 'disputeResolutions'],
    subject: { table: 'gates', displayNameSql: 'name', hiddenIfSql: 'deleted_at is not null' },
  },
  night: {
    word: 'Noć',
    api: 'night',
    about: 'The event night: capacity, opening and closing time',
    isShown: true,
    tables: ['night', 'editions'],
  },
  editions: {
    word: 'Izdanje',
    api: 'editions',
    about: 'The editions of the festival, the end of an edition, and its totals without names',
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
    about: 'The cash desk: prices, cash shifts and takings',
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
    about: 'Mails and mail batches',
    tables: ['mails'],
    person: {
      word: 'Pošta nekome tko nije na popisu',
      sql: {
        name: 'name',
        email: 'lower(to_mail)',
        detail: 'subject',
        at: 'created_at',
        // Mails to guests are erased with the guest.
        where: "guest_id is null and name || to_mail <> ''",
      },
    },
    fields: { to_mail: 'Prima' },
  },
  leaderboard: {
    word: 'Ljestvica igrice',
    api: 'gameLeaderboard',
    about: 'The game’s scores',
    isShown: true,
    tables: ['leaderboardEntries'],
    person: {
      word: 'Rezultat igrice',
      sql: { name: 'name', email: 'email', detail: 'score::text' },
    },
    subject: { table: 'leaderboard_entries', displayNameSql: 'name' },
  },
  'saved-filters': {
    word: 'Spremljeni filtar',
    api: 'saved-filters',
    about: 'Saved filters of lists in the admin area',
    isRemoved: true,
    tables: ['savedFilters'],
  },
  webhooks: {
    word: 'Prijemnik dojava',
    api: 'webhooks',
    about: 'Webhooks about sales, admissions and guests of sponsors',
    tables: ['webhookReceivers'],
    subject: { table: 'webhook_receivers', displayNameSql: 'description' },
  },
  signups: {
    word: 'Prijava brucoša',
    api: 'forms',
    about: 'Pre-registration',
    tables: ['signups'],
    person: {
      word: 'Prijava brucoša',
      sql: {
        name: "name || ' ' || surname",
        jmbag: 'jmbag',
        email: 'lower(email)',
        at: 'submitted_at',
      },
    },
  },
  people: {
    word: 'Osoba',
    api: 'people',
    about: 'All records of a person: search, file and erasure',
    tables: [],
    fields: {
      guests: 'Na popisu gostiju',
      signups: 'Prijave',
      leaderboard: 'Rezultati igrice',
      mails: 'Poslana pošta',
    },
  },
} as const satisfies Record<string, Entity>

export type EntityName = keyof typeof ENTITIES

export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[]

/** Names of the entities that public pages show. */
export type PublicEntity = {
  [N in EntityName]: (typeof ENTITIES)[N] extends { isShown: true } ? N : never
}[EntityName]

export const isOnPublicSite = (entity: EntityName): entity is PublicEntity =>
  'isShown' in ENTITIES[entity]

/** Returns the entity of an activity by its name; null for an unknown name. */
export const findEntity = (name: string): Entity | null =>
  Object.entries<Entity>(ENTITIES).find(([key]) => key === name)?.[1] ?? null

/** Names of the entities whose records contain data about a person. */
export type PersonEntity = {
  [N in EntityName]: (typeof ENTITIES)[N] extends { person: object } ? N : never
}[EntityName]

export const PERSON_ENTITIES = ENTITY_NAMES.filter(
  (name): name is PersonEntity => 'person' in ENTITIES[name],
)

/** Names of the entities of `PersonEntity` whose records are erased on a screen of their own. */
export type PersonEntityWithScreen = {
  [N in PersonEntity]: (typeof ENTITIES)[N]['person'] extends { screen: object } ? N : never
}[PersonEntity]

export const hasPersonScreen = (name: PersonEntity): name is PersonEntityWithScreen =>
  'screen' in ENTITIES[name].person

/**
 * Tables of the entities in `PersonEntityWithScreen`. The export of a person's data selects records
 * by these names.
 */
export type PersonTableWithScreen = (typeof ENTITIES)[PersonEntityWithScreen]['tables'][0]

export const PERSON_TABLES_WITH_SCREEN: PersonTableWithScreen[] = PERSON_ENTITIES.filter(
  hasPersonScreen,
).map((name) => ENTITIES[name].tables[0])
