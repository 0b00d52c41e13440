import { FLAGS } from '@/db/catalogue/visibility-keys'
import type { Phase } from '@/lib/phase/rules'
import { recordOf } from '@/lib/text/keys'
import { hasContent, type Texts } from '@/lib/translations/rules'
import type { FlagName, Visibility } from './schema'

/** Visibility of a fresh festival: every flag is 0 (rule 1.8). */
export const ALL_HIDDEN = (): Visibility => ({
  flags: recordOf(FLAGS, () => false),
  timerTime: null,
  sponsorsInputTime: null,
})

/** Whether the site is live: COMINGSOON_VISIBILITY is 1 (rule 1.3). */
export const isLive = ({ flags }: Visibility) => flags.COMINGSOON_VISIBILITY

/** Returns a list, or an empty list if its page is hidden. */
export const emptyIfHidden = <Row>(isShown: boolean, page: { rows: Row[]; total: number }) =>
  isShown ? page : { rows: [], total: 0 }

/**
 * Returns the time to which the countdown counts: the set time, or else the opening time (rule
 * 8.6). Null if the countdown is hidden (rule 12.1) or no time is known.
 */
export const countdownTarget = ({ flags, timerTime }: Visibility, opensAt: string | null) =>
  flags.TIMER_VISIBILITY ? (timerTime ?? opensAt) : null

/**
 * Sections of texts that visitors see after a flag is set to 1. A missing text appears there as its
 * raw key.
 */
const TEXTS_BEHIND: Partial<Record<FlagName, string[]>> = {
  COMINGSOON_VISIBILITY: ['kontakt', 'pravila'],
  CJENIK_VISIBILITY: ['cjenik'],
  ULAZNICA_VISIBILITY: ['ulaznice'],
  IGRICA_VISIBILITY: ['igrica', 'uvjeti'],
}

/**
 * Returns those of the missing keys that visitors would see as raw keys after a flag is set to 1
 * (rule 13.21).
 */
export const missingTextsBehind = (flag: FlagName, missing: readonly string[]) =>
  missing.filter((key) => TEXTS_BEHIND[flag]?.includes(key.split('.')[0] ?? ''))

export interface TimeLeft {
  days: string
  hours: string
  minutes: string
  seconds: string
}

/**
 * Returns the time left until `target`, each part with at least two digits; null when that time has
 * come.
 */
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
/**
 * Speeds of the vinyl record in degrees per second: of a second hand, and of 33⅓ turns a minute.
 */
const TICK = 6
const PLAYING = 200

/**
 * Returns the angle in degrees that the vinyl record on the poster still has to turn, by the
 * seconds left. The record turns like a second hand, and in the last hour faster and faster, up to
 * 33⅓ turns a minute when the time comes.
 */
export function vinylAngle(left: number): number {
  const near = Math.min(Math.max(left, 0), HOUR)
  return (
    PLAYING * near - ((PLAYING - TICK) * near ** 2) / (2 * HOUR) + TICK * Math.max(left - HOUR, 0)
  )
}

export interface PublicPage {
  address: `/${string}`
  /**
   * Flag of the page. At 0 the page is not found. A page without a flag opens whenever the site is
   * live.
   */
  flag?: FlagName
  /**
   * Whether the page opens at any value of its flag. The flag then affects only the link (rule
   * 1.6).
   */
  opensAlways?: true
  /**
   * Label of the link in the menu, which is shown while the flag is 1. Without a label there is no
   * link.
   */
  label?: string
  /** Sections of texts on the page, besides the section with the name of its address. */
  moreTexts?: readonly string[]
}

export interface PageLink {
  address: PublicPage['address']
  label: string
}

/** The public pages. The pages of the menu come first, in the menu's order (rule 1.11). */
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
  { address: '/pitanja', moreTexts: ['pristupacnost'] },
  { address: '/pravila-ponasanja' },
  { address: '/uvjeti-koristenja', flag: 'IGRICA_VISIBILITY' },
]

const shows = ({ flags }: Visibility, { flag }: PublicPage) => !flag || flags[flag]

/** Pages that sell or register, which the menu leaves out after the end of the night. */
const UNTIL_END: readonly PublicPage['address'][] = ['/ulaznice', '/brucosi']

/** Returns the links of the menu; none before the site is live. */
export const menuPages = (visibility: Visibility, phase: Phase): PageLink[] =>
  openPages(visibility).flatMap((page) =>
    page.label &&
    shows(visibility, page) &&
    !(phase === 'after' && UNTIL_END.includes(page.address))
      ? [{ address: page.address, label: page.label }]
      : [],
  )

/** Returns the pages that visitors can open (rules 1.3, 1.5 and 1.6). */
export const openPages = (visibility: Visibility) =>
  isLive(visibility)
    ? PUBLIC_PAGES.filter((page) => page.opensAlways || shows(visibility, page))
    : []

/** Whether visitors can open the page now. */
export const isOpen = (visibility: Visibility, address: PublicPage['address']) =>
  openPages(visibility).some((page) => page.address === address)

const FOOTER: readonly PageLink[] = [
  { address: '/kontakt', label: 'Kontakt' },
  { address: '/t2', label: 'Kako do nas' },
  { address: '/pitanja', label: 'Pitanja i pristupačnost' },
  { address: '/pravila-ponasanja', label: 'Pravila ponašanja' },
  { address: '/uvjeti-koristenja', label: 'Uvjeti korištenja' },
]

/**
 * Link to the visitor's own tickets. The page opens before the site is live too (rule 1.4), so it
 * is not among the public pages above.
 */
const MY_TICKET: PageLink = { address: '/karta', label: 'Moja ulaznica' }

/**
 * Returns the links of the footer: the visitor's own tickets, and the open pages without a link in
 * the menu that have content. None before the site is live.
 */
export const footerLinks = (visibility: Visibility, texts: Texts) => [
  ...(isLive(visibility) ? [MY_TICKET] : []),
  ...FOOTER.filter(({ address }) => isOpen(visibility, address) && hasContent(texts, address)),
]

/** Pages of the footer that the open menu shows too, with short labels, in the menu's order. */
const EXTRA_MENU: readonly PageLink[] = [
  MY_TICKET,
  { address: '/t2', label: 'Kako do nas' },
  { address: '/pitanja', label: 'Pitanja' },
  { address: '/kontakt', label: 'Kontakt' },
]

/** Returns the links that the open menu shows in addition to those of rule 1.11. */
export function extraMenuLinks(visibility: Visibility, texts: Texts): PageLink[] {
  const shown = footerLinks(visibility, texts).map(({ address }) => address)
  return EXTRA_MENU.filter(({ address }) => shown.includes(address))
}
