import { isLive } from './rules'
import type { FlagName, Visibility } from './schema'

export interface PublicPage {
  address: `/${string}`
  label: string
  /** At 1 the menu shows the link; at 0 the page is not found. */
  flag: FlagName
  /** Opens at any value of its flag, which then moves only the link. */
  opensAlways?: true
}

/** The public pages in the order of the menu (spec section 1): one line makes a page known. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { address: '/brucosi', label: 'Brucoši', flag: 'ULAZNICA_VISIBILITY', opensAlways: true },
]

/** What the menu offers; nothing before the site is live. */
export const menuPages = (visibility: Visibility) =>
  isLive(visibility) ? PUBLIC_PAGES.filter((page) => visibility.flags[page.flag]) : []

/** What a visitor can open by its address (decisions.md, Visibility). */
export const openPages = (visibility: Visibility) =>
  isLive(visibility)
    ? PUBLIC_PAGES.filter((page) => page.opensAlways || visibility.flags[page.flag])
    : []
