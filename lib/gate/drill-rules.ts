import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { decide, type Passage, presenceOf } from '@/lib/admission/rules'
import { keysOf, recordOf } from '@/lib/text/keys'
import { formatDuration } from '@/lib/time/zagreb'
import type { DrillReport } from './drill-schema'
import type { RosterGuest, RosterPage } from './schema'
import { hashOf, toBase64 } from './ticket-hash'

// Rules of the drill, a rehearsal before the doors open. Devices and server both derive the
// invented guests from the number of the drill, so that no guest list ever contains them.

/** First part of every drill code. The whole code is a valid UUID that no ticket has. */
const DRILL_CODE_PREFIX = '0d0d0d0d-0d0d-1d0d-8d0d-'

const NAMES = ['Ana', 'Borna', 'Cvita', 'Dino', 'Ema', 'Fran', 'Gita', 'Hrvoje', 'Iva', 'Jakov']

/** Indexes of the banned guest, and of the guest that is missing from the roster. */
const BANNED = 8
const UNKNOWN = 9

/**
 * Indexes of the guests in the order of their codes on the admin's screen. Index 1 comes twice,
 * like a ticket that is scanned again.
 */
const DISPLAY_ORDER = [0, 1, 2, BANNED, 3, 4, 1, UNKNOWN, 5, 6, 7] as const

export const DRILL_OFFLINE_MS = 60_000

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

export const drillCode = (drill: number, n: number) =>
  `${DRILL_CODE_PREFIX}${hex(drill, 8)}${hex(n, 4)}`

export const isDrillCode = (code: string) => code.trim().toLowerCase().startsWith(DRILL_CODE_PREFIX)

/** Returns the drill codes in the order in which the admin's screen shows them. */
export const shownCodes = (drill: number) => DISPLAY_ORDER.map((n) => drillCode(drill, n))

/** Id of the invented guest with the index n. Ids start at 1, indexes at 0. */
const idOf = (n: number) => n + 1

/** Creates the roster of a drill, in the format of the real roster. */
export async function drillRoster(drill: number): Promise<RosterPage> {
  const guests: RosterGuest[] = await Promise.all(
    NAMES.map(async (name, n) => ({
      ...recordOf(keysOf(PHONE_TEXTS), () => null),
      id: idOf(n),
      name,
      surname: `Vježba ${n + 1}`,
      list: 1,
      since: null,
      ban: n === BANNED ? 'Gost vježbe kojeg ne smijete pustiti' : null,
      hash: toBase64(await hashOf(drillCode(drill, n))),
    })),
  )
  const onRoster = guests.filter(({ id }) => id !== idOf(UNKNOWN))
  const last = onRoster.at(-1)?.id ?? 0
  const lists = [{ id: 1, name: 'Vježba', isSponsor: false }]
  return {
    cursor: '0',
    count: onRoster.length,
    last,
    total: onRoster.length,
    lists,
    guests: onRoster,
  }
}

/** Device with its drill report, if it has sent one. */
interface DrilledDevice {
  report: DrillReport | null
  /** Milliseconds to add to a time by the device's clock to get the time of the server. */
  clockOffset: number
  /** Age of the real roster in milliseconds; null without a roster. */
  rosterAgeMs: number | null
}

export interface DrillCheck {
  what: string
  isPassed: boolean
  /** Croatian text: the result of a passed check, otherwise the remedy. */
  text: string
}

/**
 * Limits of a passed drill: slowest decision, fewest scans, clock offset, age of the real roster.
 */
const MAX_DECISION_MS = 300
const MIN_SCANS = 3
const MAX_CLOCK_OFFSET_MS = 60_000
const MAX_ROSTER_AGE_MS = 15 * 60_000

/** Evaluates each criterion of the drill for one device. `all` are the reports of all devices. */
export function evaluateDrill(
  { report, clockOffset, rosterAgeMs }: DrilledDevice,
  all: DrillReport[],
): DrillCheck[] {
  if (!report)
    return [
      {
        what: 'Javio se',
        isPassed: false,
        text: 'Otvorite ulaz na tom uređaju dok ima mreže; vježba počinje sama. Ako ju je napustio, započnite novu.',
      },
    ]
  const { passages, facts } = report
  const check = (what: string, isPassed: boolean, found: string, todo: string): DrillCheck => ({
    what,
    isPassed,
    text: isPassed ? found : todo,
  })
  const wrong = wrongVerdicts(passages)
  const { shared, found } = countDuplicates(report, all)
  return [
    check(
      'Skenirao bez mreže',
      passages.length >= MIN_SCANS,
      `kodova: ${passages.length}`,
      `Skenirajte barem ${MIN_SCANS} koda s ekrana dok traje vježba.`,
    ),
    check(
      'Odgovara na vrijeme',
      facts.slowest <= MAX_DECISION_MS,
      `najsporije za ${facts.slowest} ms`,
      `Trebalo mu je ${facts.slowest} ms. Zatvorite druge aplikacije ili uzmite brži uređaj.`,
    ),
    check(
      'Odlučuje točno',
      wrong === 0,
      'sve odluke su točne',
      `Krivih odluka: ${wrong}. Osvježite stranicu na uređaju i ponovite vježbu.`,
    ),
    check(
      'Ništa nije izgubljeno',
      facts.scans === passages.length,
      `stiglo ${passages.length} od ${facts.scans}`,
      `Stiglo ${passages.length} od ${facts.scans}. Ne zatvarajte stranicu dok se ne pošalje.`,
    ),
    check(
      'Dvostruki ulazi nađeni',
      found === shared,
      shared > 0 ? `nađeno: ${found}` : 'nitko drugi nije skenirao iste kodove',
      `Nađeno ${found} od ${shared}. Ponovite vježbu i javite administratoru.`,
    ),
    check('Kamera', facts.camera === 'on', 'radi', 'Dopustite kameru u postavkama preglednika.'),
    check(
      'Pamti i nakon gašenja',
      facts.isLasting,
      'da',
      'Otvorite ulaz izvan privatnog prozora i oslobodite prostor.',
    ),
    check(
      'Sat',
      Math.abs(clockOffset) < MAX_CLOCK_OFFSET_MS,
      'točan',
      `Griješi ${formatDuration(clockOffset)}. Uključite automatsko vrijeme; ulaz radi i ovako.`,
    ),
    check(
      'Pravi popis gostiju',
      rosterAgeMs !== null && rosterAgeMs < MAX_ROSTER_AGE_MS,
      `svjež, prije ${formatDuration(rosterAgeMs ?? 0)}`,
      'Nema svjež popis. Odnesite uređaj bliže mreži.',
    ),
  ]
}

/** Counts the passages of a drill whose verdict differs from the admission rules. */
function wrongVerdicts(passages: Passage[]): number {
  const inside = new Map<number, number>()
  let wrong = 0
  for (const { guestId, verdict, at } of inOrder(passages)) {
    const ticket = guestId === null ? null : { bought: true, banned: guestId === idOf(BANNED) }
    if (verdict !== decide(ticket, inside.get(guestId ?? 0) ?? null, 'in')) wrong++
    if (verdict === 'admitted' && guestId !== null) inside.set(guestId, at)
  }
  return wrong
}

const inOrder = (passages: Passage[]) =>
  [...passages].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))

/**
 * Counts guests admitted by this device and by another one, and for how many of them a duplicate
 * admission was found.
 */
function countDuplicates({ passages }: DrillReport, all: DrillReport[]) {
  const allPassages = all.flatMap((report) => report.passages)
  const isAdmission = ({ verdict }: Passage) => verdict === 'admitted'
  const guests = new Set(passages.filter(isAdmission).map(({ guestId }) => guestId))
  const own = new Set(passages.map(({ id }) => id))
  let shared = 0
  let found = 0
  for (const guestId of guests) {
    const guestPassages = allPassages.filter((passage) => passage.guestId === guestId)
    if (guestPassages.filter(isAdmission).every(({ id }) => own.has(id))) continue
    shared++
    const isOwn = ([a, b]: [Passage, Passage]) => own.has(a.id) || own.has(b.id)
    if (presenceOf(guestPassages).doubles.some(isOwn)) found++
  }
  return { shared, found }
}
