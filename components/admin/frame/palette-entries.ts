import { Keyboard, LogOut, type LucideIcon, Monitor, Moon, Plus, Sun } from 'lucide-react'
import type { FilePath } from '@/lib/api-client/types'
import { hasPermission } from '@/lib/auth/rules'
import { foldText } from '@/lib/text/fold'
import { HOME, PANEL, screensFor } from './pages'

/** Actions of the palette that open no page. */
export type Action = 'light' | 'dark' | 'system' | 'keys'

/** A screen or an action of the palette. Both are found in the browser, without a request. */
export interface Entry {
  /**
   * Unique key that is the same on every visit, because recently opened entries are stored by it.
   */
  key: string
  label: string
  does: string
  /** Additional search terms. */
  searchTerms?: string
  icon: LucideIcon
  href?: string
  file?: FilePath
  action?: Action
}

const ACTIONS: Entry[] = [
  {
    key: 'action:dark',
    action: 'dark',
    icon: Moon,
    label: 'Tamna tema',
    does: 'Izgled za noć',
    searchTerms: 'tamno dark',
  },
  {
    key: 'action:light',
    action: 'light',
    icon: Sun,
    label: 'Svijetla tema',
    does: 'Izgled za dan',
    searchTerms: 'svijetlo light',
  },
  {
    key: 'action:system',
    action: 'system',
    icon: Monitor,
    label: 'Tema sustava',
    does: 'Izgled kakav ima uređaj',
  },
  {
    key: 'action:keys',
    action: 'keys',
    icon: Keyboard,
    label: 'Tipke',
    does: 'Koje tipke vrijede na ovom ekranu',
    searchTerms: 'prečaci tipkovnica pomoć',
  },
  {
    key: '/admin/logout',
    href: '/admin/logout',
    icon: LogOut,
    label: 'Odjava',
    does: 'Prijavi se van na ovom uređaju',
    searchTerms: 'odjavi logout',
  },
]

/** Returns the screens that the user may open, their add forms, and the actions. */
export function entriesFor(privilege: number): Entry[] {
  const home = { ...HOME, key: HOME.href, does: 'Sve tvoje stranice' }
  const panel = { ...PANEL, key: PANEL.href, does: 'Sve stranice, s opisom' }
  const screens = screensFor(privilege).flatMap(({ href, label, does, icon, file, list, add }) => [
    { key: href, label: list ?? label, does, icon, ...(file ? { file } : { href }) },
    ...(add ? [{ ...add, key: add.href, does: `Novo: ${label.toLowerCase()}`, icon: Plus }] : []),
  ])
  return [home, ...(hasPermission(privilege, 'admin') ? [panel] : []), ...screens, ...ACTIONS]
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean)

/** Whether the text contains every word of the search, ignoring case and diacritics. */
export const matchesEntry = (entryText: string, search: string) => {
  const text = foldText(entryText)
  return wordsOf(search).every((word) => text.includes(word))
}

/**
 * Returns the rank of an entry for a search, 0 for the best: the first search word starts the label
 * (0) or a word of the label (1), label and search terms match (2), only the description does (3).
 * Null if the entry does not match.
 */
function rankOf({ label, does, searchTerms = '' }: Entry, search: string): number | null {
  if (!matchesEntry(`${label} ${does} ${searchTerms}`, search)) return null
  const [first = ''] = wordsOf(search)
  if (foldText(label).startsWith(first)) return 0
  if (wordsOf(label).some((word) => word.startsWith(first))) return 1
  return matchesEntry(`${label} ${searchTerms}`, search) ? 2 : 3
}

/**
 * Returns at most `maxEntries` matching entries, the best first. Entries of equal rank keep their
 * order.
 */
export function findEntries(entries: Entry[], search: string, maxEntries: number): Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, search)
      return rank === null ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxEntries)
    .map(({ entry }) => entry)
}
