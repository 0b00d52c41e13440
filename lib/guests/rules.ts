import { isBlank } from '@/lib/text/clean'

/**
 * Length of the slug at the start of the tag of a sponsor's list, in characters (rule 4.14). The
 * name of the sponsor follows.
 */
export const SLUG_LENGTH = 36
/** A UUID of any version at the start: the slug of a sponsor, which only admins may see. */
const SPONSOR_TAG = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

export const isSponsorTag = (tag: string) => SPONSOR_TAG.test(tag)

/**
 * Returns the label of a tag for the screen. For a sponsor's list, the label is the sponsor's name
 * without the secret slug.
 */
export const tagLabel = (tag: string) =>
  isSponsorTag(tag) ? tag.slice(SLUG_LENGTH).trim() || 'Sponzor' : tag

/** Form of a confirmation code as it is stored, in lower case. */
export const CONFIRMATION_CODE =
  /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Whether a text is the content of a ticket's QR code: a UUID of version 1 (rule 6.4). */
export const isConfirmationCode = (text: string) =>
  CONFIRMATION_CODE.test(text.trim().toLowerCase())

/**
 * Confirmation code as a hand scanner types it. The keyboard layout decides which character
 * separates the groups (`-`, `'`, `ß`). Some scanners first type the kind of barcode (`]Q1`).
 */
const PREFIX = /^[^0-9a-z][a-z]\d(?=.{30})/u
const GROUPS = [8, 4, 4, 4, 12].map((digits) => `([0-9a-f]{${digits}})`)
const TYPED_CODE = new RegExp(`^${GROUPS.join('[^0-9a-z]?')}$`, 'u')

const typed = (text: string) => text.trim().toLowerCase().replace(PREFIX, '')

/**
 * Returns the confirmation code in a scanned or typed text, in its stored form. Null if the text is
 * no confirmation code.
 */
export function readConfirmationCode(text: string): string | null {
  const code = TYPED_CODE.exec(typed(text))?.slice(1).join('-')
  return code !== undefined && isConfirmationCode(code) ? code : null
}

/** A code typed in another keyboard layout: the same wrong separator between all five groups. */
const SHAPE = /^.{8}([^0-9a-z])(?:.{4}\1){3}.{12}$/u

/**
 * Whether a text is probably a confirmation code with some wrong or missing characters, for example
 * from a hand scanner with another keyboard layout.
 */
export function isAlmostCode(text: string): boolean {
  const read = typed(text)
  // A complete code is not almost a code. A UUID of another version is no ticket.
  if (TYPED_CODE.test(read)) return false
  // Removes accents before counting, because a dead key of a keyboard layout turns `'a` into `á`.
  const plain = read.normalize('NFD').replace(/\p{M}/gu, '')
  const digits = plain.match(/[0-9a-f]/g)?.length ?? 0
  return SHAPE.test(read) || (digits >= 28 && digits < 36 && plain.length <= 40)
}

/** Number of matches from which the desk shows no matches (rule 3.3). */
export const TOO_MANY_MATCHES = 20

/** Number of digits of a JMBAG, the student number (rule 14.2). */
export const JMBAG_LENGTH = 10

/** Whether a text is exactly one JMBAG. */
export const isWholeJmbag = (text: string) => /^\d{10}$/.test(text)

/** A search at the gate needs more than this number of letters and digits (rule 6.2). */
const ENTRY_SEARCH_MINIMUM = 2

/** Maximum number of guests in a list at the gate (rule 6.3). */
export const ENTRY_SHOWN_AT_MOST = 30

/** Whether a text is long enough for a search at the gate. Only letters and digits count. */
export const isSearchable = (text: string) =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > ENTRY_SEARCH_MINIMUM

/**
 * A user who views at most this number of guests per day is never reported as unusual (rule 4.16).
 */
const READS_OF_A_DAY = 1_000

/**
 * Whether a user has viewed unusually many guests today: over 1,000, and over five times the median
 * of the other users (rule 4.16).
 */
export function isUnusualViewCount(guests: number, others: number[]): boolean {
  const sorted = others.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return guests > READS_OF_A_DAY && guests > 5 * middle
}

export const canBuy = (guest: { name: string; surname: string }) =>
  !isBlank(guest.name) && !isBlank(guest.surname)

/** Whether a guest may have this JMBAG on this list. Only freshers have a JMBAG (rule 4.8). */
export const mayHaveJmbag = (jmbag: string | null | undefined, list: { isBrucosi: boolean }) =>
  !jmbag || list.isBrucosi

interface JmbagField {
  /** Whether the chosen list is the freshers' list. */
  isBrucosi: boolean
  stored: string
  typed: string
}

/**
 * Whether the form of a guest shows the JMBAG: on the freshers' list, and while a JMBAG is stored or
 * typed. A hidden field would also hide why the JMBAG cannot be saved.
 */
export const takesJmbag = ({ isBrucosi, stored, typed }: JmbagField) =>
  isBrucosi || stored !== '' || typed !== ''

/** Result of a search at the desk: the message, and the fields to fill in (rule 3.3). */
export type DeskOutcome<G extends Named, S extends Named> =
  | { kind: 'several' | 'too-many'; message: string | null }
  /** No fresher has the JMBAG. `unlisted` are the sign-ups with the JMBAG. */
  | { kind: 'none'; message: string; unlisted: S[] }
  | {
      kind: 'found' | 'no-form' | 'choose'
      message: string | null
      guest: G
      name: string
      surname: string
      /** Sign-ups from which the user chooses the name; empty unless `kind` is `choose`. */
      choices: S[]
    }

interface Named {
  name: string
  surname: string
}

/**
 * Returns the result of a search at the ticket desk (rule 3.3). `guests` contains at most
 * TOO_MANY_MATCHES guests. `submissions` are the sign-ups of a single match, or of a whole JMBAG
 * without a match.
 */
export function deskOutcome<G extends Named, S extends Named>(
  guests: G[],
  submissions: S[],
): DeskOutcome<G, S> {
  const [guest] = guests
  if (!guest) return { kind: 'none', message: DESK_MESSAGES.none, unlisted: submissions }
  if (guests.length >= TOO_MANY_MATCHES) return { kind: 'too-many', message: null }
  if (guests.length > 1) return { kind: 'several', message: DESK_MESSAGES.several(guests.length) }

  const found = { guest, name: guest.name.trim(), surname: guest.surname.trim(), choices: [] }
  const [only] = submissions
  if (!only) return { ...found, kind: 'no-form', message: DESK_MESSAGES.noForm }
  if (canBuy(guest)) return { ...found, kind: 'found', message: null }
  if (submissions.length > 1)
    return {
      ...found,
      kind: 'choose',
      message: DESK_MESSAGES.choose(submissions.length),
      choices: submissions,
    }
  return {
    ...found,
    kind: 'found',
    message: null,
    name: isBlank(guest.name) ? only.name.trim() : found.name,
    surname: isBlank(guest.surname) ? only.surname.trim() : found.surname,
  }
}

/**
 * Messages about guests that both the server and the screens show, among them those of rules 3.6,
 * 4.7, 4.8, 6.5, 6.6 and 6.7.
 */
export const GUEST_MESSAGES = {
  nameMissing: 'Ispunite polja ime i prezime!',
  unknownCode:
    'QR kod i konfirmacijski kod su okej, ali kod nije u bazi podataka, pokušajte ponovno očitati kod, ili manualno unesite ime',
  invalidCode:
    'QR kod je očitan, ali ne sadrži kod za potvrdu koji bi trebao sadržavati, pokušajte ponovno očitati kod, ili manualno unesite ime',
  /** Shown for a hand scanner with another keyboard layout, or a mistyped code. */
  almostCode:
    'Ovo je skoro kod karte. Ako ga je upisao ručni čitač, krivi mu je raspored tipkovnice: postavite ga na raspored ovog uređaja. Ako ga upisujete rukom, provjerite svaki znak.',
  unknownError: 'Dogodila se nepoznata greška, javite se administratoru',
  ticketReturned: 'Karta s ovim kodom je poništena i više ne vrijedi za ulaz.',
  mailNotSet: 'Pošta nije postavljena: potvrda je zabilježena, ali nije poslana.',
  notThere: 'Gost ne postoji ili je obrisan.',
  notShown: 'Gosta najprije potražite: po broju se otvara samo tko je pronađen pretragom.',
  noTicket: 'Ovaj gost nema kartu. Prodajte je pa pokušajte ponovno.',
  incomplete: 'Unesite sva polja',
  jmbagTaken: 'Gost s ovim JMBAG-om već postoji!!',
  badJmbag: 'JMBAG mora biti 10 znamenki',
  jmbagElsewhere: 'JMBAG se upisuje samo za brucoše.',
  badEmail: 'Neispravna e-mail adresa',
  badPhone: 'Neispravan broj telefona',
  unknownTag: (tag: string) => `Nepoznat tag: ${tag}`,
  listGone: 'Popis na kojem je gost bio više ne postoji. Odaberite na koji ga popis treba vratiti.',
  searchNeeded: 'Upišite ime, prezime ili kod gosta kojeg tražite.',
  searchTooShort: 'Upišite barem 3 slova imena ili prezimena, cijeli JMBAG ili cijeli kod s karte.',
  noPages: 'Popis se na ulazu ne lista: upišite više slova za uži izbor.',
  adminField: 'Po ovom polju smije tražiti samo administrator.',
  freshersOnly: 'Na blagajni se mijenjaju samo brucoši. Za ostale goste javite se administratoru.',
}

/** Messages of the ticket desk (rules 3.3, 3.5 and 3.8). */
export const DESK_MESSAGES = {
  none: 'JMBAG nije pronađen!',
  noneWhole: 'Upišite svih deset znamenki: tek tada se traži i među prijavama.',
  signedUp: (name: string) => `Postoji prijava: ${name}, nije na popisu`,
  adminAdds: 'Na popis dodaje administrator: pošaljite studenta administratoru.',
  signupGone: 'Prijava više ne postoji. Ponovite pretragu.',
  noName: 'Nema brucoša ni prijave s tim imenom.',
  names: (n: number) =>
    n >= TOO_MANY_MATCHES
      ? `Pronađeno ${TOO_MANY_MATCHES} ili više, nastavite upisivati.`
      : `Pronađeno ${n}. Odaberite studenta.`,
  nameTooShort: 'Upišite barem 3 slova imena ili prezimena.',
  tooManyDigits: (n: number) => `JMBAG ima ${JMBAG_LENGTH} znamenki, a upisano ih je ${n}.`,
  mixed: 'Upišite ili znamenke JMBAG-a ili slova imena i prezimena.',
  backOnline: 'Veza je tu.',
  backOnlineRetry: 'Veza je tu. Pokušajte ponovno.',
  several: (n: number) => `Pronađeno ${n} podudaranja, nastavite upisivati`,
  noForm: 'JMBAG pronađen, ali korisnik nije ispunio formu.',
  choose: (n: number) => `Pronađeno ${n} podudaranja iz prijava – odaberite ispravno ime/prezime.`,
  searchFailed: 'Greška prilikom pretraživanja.',
  sold: (email: string) =>
    `Brucoš je uspješno kupio kartu, te mu je poslan konfirmacijski mail na: ${email}`,
  soldUnsent: (email: string) =>
    `Brucoš je uspješno kupio kartu. Pošta nije postavljena: mail na ${email} je zabilježen, ali nije poslan.`,
  soldWithoutMail: 'Brucoš je uspješno kupio kartu, ali nema adrese na koju bi mail bio poslan.',
  alreadySold: (when: string) => `Karta je već prodana ${when}. Novi mail nije poslan.`,
  alreadyReturned:
    'Karta je već poništena. Ako je novac za nju već vraćen, ne vraćajte ga ponovno.',
}

/**
 * Returns the hints of the toggle for the entry in the form for a new guest: off, on. Before the
 * doors open, the hint of "on" says what it means (rule 4.27).
 */
export const entryHints = (opensAt: string | null, now: number): [off: string, on: string] => [
  'Vani',
  opensAt && now < Date.parse(opensAt)
    ? 'Unutra: vrata još nisu otvorena, a gost se već broji kao da je ušao'
    : 'Unutra',
]

/** Entity id of the activity that records a whole guest import. */
export const IMPORT_RECORD = 'import'
