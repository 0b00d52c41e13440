import { isDialogOpen } from '@/components/ui/keys'
import { DESK, isCurrent } from './pages'

/** A key, or keys pressed together, and what it does. */
export interface Key {
  keys: string[]
  does: string
  /** Where it holds; without it everywhere. */
  on?: string[]
  notOn?: string[]
  /** Only where there is a list to be searched. */
  needsSearch?: true
}

const REORDERED = ['/admin/lineup-list', '/admin/sponsors-list', '/admin/cjenik']

/** All keys that the office listens for besides those of every page. */
const KEYS: Key[] = [
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

/** The keys that hold on a screen. */
export const keysOn = (path: string, hasSearch: boolean): Key[] =>
  KEYS.filter(
    ({ on, notOn, needsSearch }) =>
      (on?.some((one) => isCurrent(one, path)) ?? true) &&
      !notOn?.some((one) => isCurrent(one, path)) &&
      (hasSearch || !needsSearch),
  )

/** The search of the list on the screen. */
export const searchField = () => document.querySelector<HTMLInputElement>('main [type="search"]')

/** Whether a letter would be typed somewhere, or something is open that has keys of its own. */
export const isTaken = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.isComposing ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable]') !== null) ||
  isDialogOpen()
