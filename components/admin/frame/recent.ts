import type { Found } from '@/lib/search/schema'

/** What was opened by the palette: a screen or an action by its key, or whoever was found. */
export type Opened = { key: string; found?: Found }

const MOST = 6
const PLACE = 'paleta'

/** The last first. People are remembered until the page is closed, and never in the browser. */
let opened: Opened[] | null = null

export function recent(): Opened[] {
  opened ??= kept().map((key) => ({ key }))
  return opened
}

export function remember(one: Opened): void {
  opened = [one, ...recent().filter(({ key }) => key !== one.key)].slice(0, MOST)
  const keys = opened.filter(({ found }) => !found).map(({ key }) => key)
  try {
    localStorage.setItem(PLACE, JSON.stringify(keys))
  } catch {
    // A browser that keeps nothing remembers until it is closed.
  }
}

function kept(): string[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
