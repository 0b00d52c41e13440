import { decide, type Passage, presenceOf } from '@/lib/admission/rules'
import { formatSpan } from '@/lib/time/zagreb'
import type { DrillReport } from './drill-schema'
import type { RosterGuest, RosterPage } from './schema'
import { hashOf, toBase64 } from './ticket-hash'

// A rehearsal before doors. Its guests follow from its number, on the phones as on the server,
// so that nobody invented ever stands on a list.

/** Codes of a drill begin so: right in form, told from every ticket at a glance. */
const HEAD = '0d0d0d0d-0d0d-1d0d-8d0d-'

const NAMES = ['Ana', 'Borna', 'Cvita', 'Dino', 'Ema', 'Fran', 'Gita', 'Hrvoje', 'Iva', 'Jakov']

/** Of the ten, one may not come in, and one is on no list. */
const BANNED = 8
const UNKNOWN = 9

/** In which order the screen shows them; one comes twice. */
const SHOWN = [0, 1, 2, BANNED, 3, 4, 1, UNKNOWN, 5, 6, 7] as const

/** How long a phone is without a network, in ms. */
export const DRILL_OFFLINE_MS = 60_000

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

export const drillCode = (drill: number, n: number) => `${HEAD}${hex(drill, 8)}${hex(n, 4)}`

export const isDrillCode = (code: string) => code.trim().toLowerCase().startsWith(HEAD)

/** The codes as the admin's screen shows them, one after another. */
export const shownCodes = (drill: number) => SHOWN.map((n) => drillCode(drill, n))

/** Number of the n-th guest, since none has 0. */
const idOf = (n: number) => n + 1

/** The roster of a drill, in the form of the real one. */
export async function drillRoster(drill: number): Promise<RosterPage> {
  const guests: RosterGuest[] = await Promise.all(
    NAMES.map(async (name, n) => ({
      id: idOf(n),
      name,
      surname: `Vježba ${n + 1}`,
      list: 1,
      since: null,
      note: null,
      ban: n === BANNED ? 'Gost vježbe kojeg ne smijete pustiti' : null,
      hash: toBase64(await hashOf(drillCode(drill, n))),
    })),
  )
  const live = guests.filter(({ id }) => id !== idOf(UNKNOWN))
  const last = live.at(-1)?.id ?? 0
  const lists = [{ id: 1, name: 'Vježba', isSponsor: false }]
  return { cursor: '0', count: live.length, last, total: live.length, lists, guests: live }
}

/** A device as the board knows it, and what it sent of the drill, if anything. */
interface Drilled {
  report: DrillReport | null
  /** Milliseconds. */
  clockOffset: number
  /** Of its real roster, in ms; null without one. */
  rosterAge: number | null
}

export interface DrillCheck {
  what: string
  isPassed: boolean
  /** What was found, or what to do. */
  words: string
}

/** The longest that anybody at a door should wait, in ms; and how few scans prove nothing. */
const SLOW = 300
const FEW = 3
const WRONG_CLOCK = 60_000
const OLD_ROSTER = 15 * 60_000

/** Whether a device passed, point by point; `all` are the reports of every device. */
export function evaluateDrill(
  { report, clockOffset, rosterAge }: Drilled,
  all: DrillReport[],
): DrillCheck[] {
  if (!report)
    return [
      {
        what: 'Javio se',
        isPassed: false,
        words: 'Otvorite ulaz na tom uređaju dok ima mreže; vježba počinje sama.',
      },
    ]
  const { passages, facts } = report
  const check = (what: string, isPassed: boolean, found: string, todo: string): DrillCheck => ({
    what,
    isPassed,
    words: isPassed ? found : todo,
  })
  const wrong = wrongVerdicts(passages)
  const { shared, found } = doublesOf(report, all)
  return [
    check(
      'Skenirao bez mreže',
      passages.length >= FEW,
      `kodova: ${passages.length}`,
      `Skenirajte barem ${FEW} koda s ekrana dok traje vježba.`,
    ),
    check(
      'Odgovara na vrijeme',
      facts.slowest <= SLOW,
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
      Math.abs(clockOffset) < WRONG_CLOCK,
      'točan',
      `Griješi ${formatSpan(clockOffset)}. Uključite automatsko vrijeme; ulaz radi i ovako.`,
    ),
    check(
      'Pravi popis gostiju',
      rosterAge !== null && rosterAge < OLD_ROSTER,
      `svjež, prije ${formatSpan(rosterAge ?? 0)}`,
      'Nema svjež popis. Odnesite uređaj bliže mreži.',
    ),
  ]
}

/** How many of a phone's passages say something else than the rules do. */
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
 * Guests whom this device and another one let in, and of how many of them a double was found
 * once everything had come together.
 */
function doublesOf({ passages }: DrillReport, all: DrillReport[]) {
  const everything = all.flatMap((one) => one.passages)
  const isIn = ({ verdict }: Passage) => verdict === 'admitted'
  const guests = new Set(passages.filter(isIn).map(({ guestId }) => guestId))
  const own = new Set(passages.map(({ id }) => id))
  let shared = 0
  let found = 0
  for (const guestId of guests) {
    const of = everything.filter((one) => one.guestId === guestId)
    if (of.filter(isIn).every(({ id }) => own.has(id))) continue
    shared++
    const isPaired = ([a, b]: [Passage, Passage]) => own.has(a.id) || own.has(b.id)
    if (presenceOf(of).doubles.some(isPaired)) found++
  }
  return { shared, found }
}
