import { FLAGS } from '@/db/catalogue/visibility-keys'
import type { Phase } from '@/lib/phase/rules'
import { recordOf } from '@/lib/text/keys'
import { hasContent, type Texts } from '@/lib/translations/rules'
import type { FlagName, Visibility } from './schema'

/** What a fresh festival shows: nothing yet (rule 1.8). */
export const ALL_HIDDEN = (): Visibility => ({
  flags: recordOf(FLAGS, () => false),
  timerTime: null,
  sponsorsInputTime: null,
})

/** COMINGSOON_VISIBILITY 1 means that the real site is live (rule 1.3). */
export const isLive = ({ flags }: Visibility) => flags.COMINGSOON_VISIBILITY

/** What visitors are told of a list whose page is hidden, whatever it was asked. */
export const emptyIfHidden = <Row>(isShown: boolean, page: { rows: Row[]; total: number }) =>
  isShown ? page : { rows: [], total: 0 }

/**
 * The instant to count down to, when there is a countdown to show (rule 12.1): that of the
 * settings, or when the doors open.
 */
export const countdownTarget = ({ flags, timerTime }: Visibility, doors: string | null) =>
  flags.TIMER_VISIBILITY ? (timerTime ?? doors) : null

/** The first words of the keys of those texts that a flag opens and that stand there raw. */
const TEXTS_BEHIND: Partial<Record<FlagName, string[]>> = {
  COMINGSOON_VISIBILITY: ['kontakt', 'pravila'],
  CJENIK_VISIBILITY: ['cjenik'],
  ULAZNICA_VISIBILITY: ['ulaznice'],
  IGRICA_VISIBILITY: ['igrica', 'uvjeti'],
}

/** Of the keys that nobody has written, those that visitors see once a flag is 1. */
export const missingTextsBehind = (flag: FlagName, missing: readonly string[]) =>
  missing.filter((key) => TEXTS_BEHIND[flag]?.includes(key.split('.')[0] ?? ''))

export interface TimeLeft {
  days: string
  hours: string
  minutes: string
  seconds: string
}

/** What is left until `target` in numbers of at least two digits; null once it has come. */
export function timeLeft(target: Date, now: Date): TimeLeft | null {
  const left = Math.ceil((target.getTime() - now.getTime()) / 1000)
  if (left <= 0) return null
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return {
    days: two(left / 86_400),
    hours: two((left / 3600) % 24),
    minutes: two((left / 60) % 60),
    seconds: two(left % 60),
  }
}

const HOUR = 3600
/** Degrees a second: as a second hand, and as a record of 33⅓ turns a minute. */
const TICK = 6
const PLAYING = 200

/**
 * How far the poster's record has still to turn with so many seconds left: like a second hand,
 * in the last hour ever faster, so that it plays when the night begins.
 */
export function vinylAngle(left: number): number {
  const near = Math.min(Math.max(left, 0), HOUR)
  return (
    PLAYING * near - ((PLAYING - TICK) * near ** 2) / (2 * HOUR) + TICK * Math.max(left - HOUR, 0)
  )
}

export interface PublicPage {
  address: `/${string}`
  /** At 0 the page is not found; without one it opens whenever the site is live. */
  flag?: FlagName
  /** Opens at any value of its flag, which then moves only the link. */
  opensAlways?: true
  /** The link in the menu, shown at 1 of the flag; without one the menu has none. */
  label?: string
}

export interface PageLink {
  address: PublicPage['address']
  label: string
}

/** The public pages, first those of the menu in its order (rule 1.11). */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { address: '/lineup', label: 'Line-up', flag: 'LINEUP_VISIBILITY' },
  { address: '/ulaznice', label: 'Kupi karte', flag: 'ULAZNICA_VISIBILITY' },
  { address: '/brucosi', label: 'Brucoši', flag: 'ULAZNICA_VISIBILITY', opensAlways: true },
  { address: '/satnica', label: 'Satnica', flag: 'SATNICA_VISIBILITY' },
  { address: '/tlocrt', label: 'Tlocrt', flag: 'TLOCRT_VISIBILITY' },
  { address: '/sponsors', label: 'Sponzori', flag: 'SPONSORS_VISIBILITY' },
  { address: '/igrica', label: 'Igrica', flag: 'IGRICA_VISIBILITY' },
  { address: '/cjenik', label: 'Cjenik', flag: 'CJENIK_VISIBILITY' },
  { address: '/kontakt' },
  { address: '/t2' },
  { address: '/pitanja' },
  { address: '/pravila-ponasanja' },
  { address: '/uvjeti-koristenja', flag: 'IGRICA_VISIBILITY' },
]

const shows = ({ flags }: Visibility, { flag }: PublicPage) => !flag || flags[flag]

/** Pages that sell or register, which the menu leaves out after the end of the night. */
const UNTIL_END: readonly PublicPage['address'][] = ['/ulaznice', '/brucosi']

/** What the menu offers; nothing before the site is live. */
export const menuPages = (visibility: Visibility, phase: Phase): PageLink[] =>
  openPages(visibility).flatMap((page) =>
    page.label &&
    shows(visibility, page) &&
    !(phase === 'after' && UNTIL_END.includes(page.address))
      ? [{ address: page.address, label: page.label }]
      : [],
  )

/** What a visitor can open by its address (rules 1.3, 1.5 and 1.6). */
export const openPages = (visibility: Visibility) =>
  isLive(visibility)
    ? PUBLIC_PAGES.filter((page) => page.opensAlways || shows(visibility, page))
    : []

/** Whether a link to the page leads somewhere now. */
export const isOpen = (visibility: Visibility, address: PublicPage['address']) =>
  openPages(visibility).some((page) => page.address === address)

const FOOTER: readonly PageLink[] = [
  { address: '/kontakt', label: 'Kontakt' },
  { address: '/t2', label: 'Kako do nas' },
  { address: '/pitanja', label: 'Pitanja i pristupačnost' },
  { address: '/pravila-ponasanja', label: 'Pravila ponašanja' },
  { address: '/uvjeti-koristenja', label: 'Uvjeti korištenja' },
]

/** Opens before the site is live too, so it is none of the pages above. */
const MY_TICKET: PageLink = { address: '/karta', label: 'Moja ulaznica' }

/**
 * What the footer offers: one's own ticket, and the pages without a link in the menu, while there
 * is something on them; nothing before the site is live.
 */
export const footerLinks = (visibility: Visibility, texts: Texts) => [
  ...(isLive(visibility) ? [MY_TICKET] : []),
  ...FOOTER.filter(({ address }) => isOpen(visibility, address) && hasContent(texts, address)),
]

/** The short names of the footer's pages that the open menu holds too, in the menu's order. */
const BESIDE_MENU: readonly PageLink[] = [
  MY_TICKET,
  { address: '/t2', label: 'Kako do nas' },
  { address: '/pitanja', label: 'Pitanja' },
  { address: '/kontakt', label: 'Kontakt' },
]

/** What the open menu offers beside the links of rule 1.11. */
export function besideMenu(visibility: Visibility, texts: Texts): PageLink[] {
  const shown = footerLinks(visibility, texts).map(({ address }) => address)
  return BESIDE_MENU.filter(({ address }) => shown.includes(address))
}
