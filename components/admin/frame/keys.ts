import { isDialogOpen } from '@/components/ui/keys'
import { DESK, isCurrent } from './pages'

/**
 * A keyboard shortcut: its keys, pressed together or as alternatives, and its Croatian description.
 */
export interface Shortcut {
  keys: string[]
  does: string
  /** Paths of the screens on which the shortcut works. Default: all screens. */
  on?: string[]
  notOn?: string[]
  /** The shortcut works only on screens with a search field. */
  needsSearch?: true
}

const REORDERED = ['/admin/lineup-list', '/admin/sponsors-list', '/admin/cjenik']

/** Shortcuts of the back office that the shortcuts dialog (KeysDialog) lists. */
const SHORTCUTS: Shortcut[] = [
  { keys: ['Ctrl', 'K'], does: 'Nađi bilo što: gosta, izvođača, stranicu …' },
  { keys: ['/'], does: 'U polje za pretragu popisa', needsSearch: true, notOn: [DESK] },
  { keys: ['?'], does: 'Ovaj popis tipki', notOn: [DESK] },
  { keys: ['Esc'], does: 'Zatvara što je otvoreno', notOn: [DESK] },
  { keys: ['↑', '↓'], does: 'Po popisu, iz retka u redak', on: ['/admin/guest-list'] },
  { keys: ['Page Up', 'Page Down'], does: 'Za cijeli ekran redaka', on: ['/admin/guest-list'] },
  { keys: ['Home', 'End'], does: 'Na prvi i zadnji redak', on: ['/admin/guest-list'] },
  { keys: ['Enter'], does: 'Otvara gosta', on: ['/admin/guest-list'] },
  { keys: ['Razmaknica'], does: 'Odabire gosta', on: ['/admin/guest-list'] },
  { keys: ['Shift', '↓'], does: 'Odabire i sljedećeg', on: ['/admin/guest-list'] },
  { keys: ['Ctrl', 'A'], does: 'Odabire sve na popisu', on: ['/admin/guest-list'] },
  { keys: ['Razmaknica'], does: 'Podiže i spušta stavku; premještaju je strelice', on: REORDERED },
  { keys: ['Enter'], does: 'Dalje: pretraga, ime, karta', on: [DESK] },
  { keys: ['Esc'], does: 'Sljedeći brucoš', on: [DESK] },
  { keys: ['Alt', 'N'], does: 'Sljedeći brucoš', on: [DESK] },
]

/** Returns the shortcuts that work on a screen. */
export const shortcutsOn = (path: string, hasSearch: boolean): Shortcut[] =>
  SHORTCUTS.filter(
    ({ on, notOn, needsSearch }) =>
      (on?.some((screenPath) => isCurrent(screenPath, path)) ?? true) &&
      !notOn?.some((screenPath) => isCurrent(screenPath, path)) &&
      (hasSearch || !needsSearch),
  )

/** Returns the search field of the list on the screen; null if there is none. */
export const searchField = () => document.querySelector<HTMLInputElement>('main [type="search"]')

/**
 * Whether a key press already has a use: it is handled, it types into a field, or a dialog is open.
 */
export const isAlreadyHandled = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.isComposing ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null) ||
  isDialogOpen()
