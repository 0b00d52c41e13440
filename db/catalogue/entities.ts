/** What the record, the description of the API and the erasing of a person know of a noun. */
export interface Noun {
  /** One of them, as the record says it. */
  word: string
  /** Its first part of an address below /api, and what is told of it there. */
  api: string
  about: string
  /** The fields that tell who a person is: they are blotted out of the record with the person. */
  personal: string[]
  /** Where it is kept under a number, and what one is called now, in SQL; not all have a name. */
  subject?: { table: string; called: string; unless?: string }
  /** Public pages show it: they are made anew when it changes. */
  isShown?: true
  /** The product has it no more: only the record still tells of it. */
  isPast?: true
  /** Words of its own for its fields. */
  fields?: Record<string, string>
}

/**
 * Every noun, once. Its tables, schemas and screens bear the same name on their floors; what
 * is told of it elsewhere is made of this.
 */
export const NOUNS = {
  guests: {
    word: 'Gost',
    api: 'guests',
    about: 'The guest list, the ticket desk and the gate',
    // The texts of its table (db/queries/activities.ts).
    personal: [],
    subject: {
      table: 'guests',
      called: "trim(name || ' ' || surname)",
      unless: 'deleted_at is not null',
    },
  },
  tags: {
    word: 'Tag',
    api: 'tags',
    about: 'Kinds of guests, with their counts',
    personal: [],
    subject: { table: 'guest_lists', called: 'name', unless: 'deleted_at is not null' },
    fields: { name: 'Naziv' },
  },
  users: {
    word: 'Korisnik',
    api: 'users',
    about: 'Staff and their privileges',
    personal: ['name', 'email'],
    subject: { table: 'users', called: "coalesce(nullif(name, ''), email)" },
  },
  lineup: {
    word: 'Izvođač',
    api: 'lineup',
    about: 'Performers',
    isShown: true,
    personal: [],
    subject: { table: 'lineup_items', called: 'name' },
    fields: { name: 'Naziv' },
  },
  programme: {
    word: 'Nastup',
    api: 'programme',
    about: 'Who plays on which stage from when to when',
    isShown: true,
    personal: [],
    subject: {
      table: 'sets',
      called:
        "coalesce(nullif(title, ''), (select name from lineup_items l where l.id = lineup_item_id))",
    },
    fields: { name: 'Naziv', stage: 'Pozornica', startsAt: 'Od', endsAt: 'Do' },
  },
  stages: {
    word: 'Pozornica',
    api: 'stages',
    about: 'The stages of the programme',
    isShown: true,
    personal: [],
    subject: { table: 'stages', called: 'name' },
    fields: { name: 'Naziv' },
  },
  sponsors: {
    word: 'Sponzor',
    api: 'sponsors',
    about: 'Sponsors and the guest lists they keep',
    isShown: true,
    personal: ['email'],
    subject: { table: 'sponsors', called: 'name' },
    fields: { name: 'Naziv' },
  },
  'band-contacts': {
    word: 'Kontakt',
    api: 'contact',
    about: 'Whom to call about which band',
    personal: ['bookerName', 'bookerPhone', 'bookerEmail', 'notes'],
    subject: { table: 'band_contacts', called: 'band_name' },
  },
  'price-list': {
    word: 'Stavka cjenika',
    api: 'cjenik',
    about: 'The price list',
    isShown: true,
    personal: [],
    subject: { table: 'price_items', called: 'name' },
    fields: { name: 'Naziv', tag: 'Kategorija' },
  },
  visibility: {
    word: 'Prikaz',
    api: 'visibility',
    about: 'What is open, and the two times',
    isShown: true,
    personal: [],
    fields: { visible: 'Vrijednost' },
  },
  translations: {
    word: 'Prijevod',
    api: 'translations',
    about: 'Texts of the public pages',
    isShown: true,
    personal: [],
    subject: { table: 'translations', called: 'key' },
  },
  festival: {
    word: 'Festival',
    api: 'festival',
    about: 'This year’s edition: its name, times, place, mailboxes, links and shop',
    isShown: true,
    // The number of the night may be a person's own.
    personal: ['nightPhone'],
    fields: {
      name: 'Naziv',
      year: 'Godina',
      number: 'Redni broj izdanja',
      place: 'Mjesto',
      address: 'Adresa',
      lat: 'Zemljopisna širina',
      lng: 'Zemljopisna dužina',
      contactEmail: 'Adresa za festival',
      sponsorsEmail: 'Adresa za sponzore',
      instagramUrl: 'Instagram',
      facebookUrl: 'Facebook',
      tiktokUrl: 'TikTok',
      ticketPriceEUR: 'Cijena ulaznice (€)',
      salesState: 'Stanje prodaje',
      nightPhone: 'Telefon za noć',
      ticketShopUrl: 'Trgovina ulaznica',
      ticketWidgetSrc: 'Dodatak trgovine',
      ticketWidgetData: 'Podaci za dodatak',
      aircashUrl: 'Aircash',
      retentionDays: 'Dana do brisanja podataka',
      deskAdds: 'Prodavači dodaju prijavljene na popis',
    },
  },
  artwork: {
    word: 'Slika stranice',
    api: 'artwork',
    about: 'Pictures of the public pages, the overlay of the map and the consent',
    isShown: true,
    personal: [],
    fields: { image: 'Slika', fileName: 'Datoteka', corners: 'Uglovi', updatedAt: 'Promijenjeno' },
  },
  gates: {
    word: 'Ulaz',
    api: 'gates',
    about: 'Gates, their devices, and what the phones could not settle alone',
    // The phones that people join bear their names.
    personal: ['device'],
    subject: { table: 'gates', called: 'name', unless: 'deleted_at is not null' },
    fields: { name: 'Naziv' },
  },
  night: {
    word: 'Noć',
    api: 'night',
    about: 'The night: how many may be inside, and from when to when it lasts',
    isShown: true,
    personal: [],
  },
  editions: {
    word: 'Izdanje',
    api: 'editions',
    about: 'The editions of the festival: the end of one, and what stays of it without names',
    personal: [],
    subject: { table: 'editions', called: "name || ' ' || year" },
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
    // What sellers write about a shift may tell of somebody.
    personal: ['note', 'reason'],
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
    personal: ['name', 'to_mail'],
  },
  leaderboard: {
    word: 'Ljestvica igrice',
    api: 'gameLeaderboard',
    about: 'The game’s scores',
    isShown: true,
    personal: ['name', 'email'],
    subject: { table: 'leaderboard_entries', called: 'name' },
    fields: { name: 'Nadimak' },
  },
  'saved-filters': {
    word: 'Spremljeni filtar',
    api: 'saved-filters',
    about: 'Filters of the office’s lists under a name',
    isPast: true,
    personal: ['name'],
    fields: { name: 'Naziv', screen: 'Popis', query: 'Filtri' },
  },
  webhooks: {
    word: 'Prijemnik dojava',
    api: 'webhooks',
    about: 'Other systems that are told of sales, admissions and sponsors’ guests',
    personal: [],
    subject: { table: 'webhook_receivers', called: 'description' },
    fields: {
      description: 'Čemu služi',
      url: 'Adresa',
      events: 'Događaji',
      state: 'Stanje',
      secret: 'Tajna',
    },
  },
  signups: {
    word: 'Prijava brucoša',
    api: 'forms',
    about: 'Pre-registration',
    personal: ['name', 'surname', 'email', 'jmbag'],
  },
  people: {
    word: 'Osoba',
    api: 'people',
    about: 'A person over everything that holds one: what is stored, and its erasing',
    personal: [],
    fields: {
      guests: 'Na popisu gostiju',
      signups: 'Prijave',
      leaderboard: 'Rezultati igrice',
      mails: 'Poslana pošta',
    },
  },
} as const satisfies Record<string, Noun>

export type NounName = keyof typeof NOUNS

export const NOUN_NAMES = Object.keys(NOUNS) as NounName[]

/** Those that public pages show. */
export type ShownNoun = {
  [N in NounName]: (typeof NOUNS)[N] extends { isShown: true } ? N : never
}[NounName]

export const isShown = (noun: NounName): noun is ShownNoun => 'isShown' in NOUNS[noun]

/** A noun for what asks by whatever name the record has; null for one that is gone. */
export const nounOf = (name: string): Noun | null =>
  Object.entries<Noun>(NOUNS).find(([one]) => one === name)?.[1] ?? null
