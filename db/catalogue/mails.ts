import type { mailBatches, mailService, mails } from '../schema/mails'
import type { TableFacts } from './facts'
import { ADMIN, inner, shown } from './facts'

const words = { whose: 'recipient', erased: 'emptied', inActivityLog: 'never' } as const
const sent = { whose: 'recipient', erased: 'kept', inActivityLog: 'kept' } as const

const MAIL_BATCHES = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    kind: shown(ADMIN, 'Vrsta'),
    total: shown(ADMIN, 'Ukupno'),
    createdBy: shown(ADMIN, 'Tko je poslao'),
    createdAt: shown(ADMIN, 'Zapisano'),
    stoppedAt: shown(ADMIN, 'Zaustavljeno'),
  },
} as const satisfies TableFacts<keyof typeof mailBatches.$inferSelect>

const MAIL_SERVICE = {
  atEnd: 'kept',
  columns: {
    id: inner('Broj'),
    nextCallAt: inner('Slobodna od'),
    pausedUntil: shown(ADMIN, 'Stoji do'),
    reason: shown(ADMIN, 'Razlog'),
  },
} as const satisfies TableFacts<keyof typeof mailService.$inferSelect>

export const MAILS = {
  atEnd: 'erased',
  columns: {
    id: shown(ADMIN, 'Broj'),
    template: shown(ADMIN, 'Predložak'),
    state: { ...shown(ADMIN, 'Stanje'), privacy: sent },
    toMail: {
      ...shown(ADMIN, 'Primatelj'),
      fields: ['to_mail'],
      privacy: { ...words, inActivityLog: 'redacted', isSearched: true },
    },
    name: {
      ...shown(ADMIN, 'Ime'),
      privacy: { ...words, inActivityLog: 'redacted', isSearched: true },
    },
    subject: { ...shown(ADMIN, 'Naslov'), privacy: words },
    message: { ...shown(ADMIN, 'Poruka'), privacy: words },
    confCode: { ...shown(ADMIN, 'Kod karte'), privacy: words },
    link: { ...shown(ADMIN, 'Poveznica'), privacy: words },
    guestId: shown(ADMIN, 'Gost'),
    sponsorId: shown(ADMIN, 'Sponzor'),
    details: { ...inner('Podaci u poruci'), privacy: { ...words, isCopy: true } },
    batchId: shown(ADMIN, 'Slanje'),
    resend: shown(ADMIN, 'Ponovno poslano'),
    lowPriority: inner('Može pričekati'),
    isSoftBounce: inner('Odbijeno samo zasad'),
    html: { ...shown(ADMIN, 'Stranica'), privacy: { ...words, isCopy: true } },
    plainText: { ...shown(ADMIN, 'Tekst'), privacy: words },
    attempts: shown(ADMIN, 'Pokušaja'),
    lastError: { ...shown(ADMIN, 'Zadnja greška'), privacy: words },
    providerId: inner('Broj kod usluge'),
    resendCount: inner('Ponovnih slanja'),
    callKey: inner('Ključ poziva'),
    dueAt: inner('Ne prije'),
    claimedAt: inner('Preuzeto'),
    finishedAt: inner('Riješeno'),
    createdAt: { ...shown(ADMIN, 'Zapisano'), privacy: sent },
    sentAt: { ...shown(ADMIN, 'Poslano'), privacy: sent },
  },
} as const satisfies TableFacts<keyof typeof mails.$inferSelect>

/** The tables that this file declares, by their names in db/schema. */
export const MAIL_TABLES = {
  mailBatches: MAIL_BATCHES,
  mails: MAILS,
  mailService: MAIL_SERVICE,
} as const
