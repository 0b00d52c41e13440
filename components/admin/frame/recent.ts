import type { Found } from '@/lib/search/schema'

/**
 * An entry opened through the palette: the key of a screen or an action, or a search result
 * (`found`).
 */
export type Opened = { key: string; found?: Found }

const MOST = 6
const PLACE = 'paleta'

/**
 * Recently opened entries, the latest first. Search results contain personal data: they stay in
 * memory until the page is closed, and are never in localStorage.
 */
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
    // Without localStorage the entries are remembered until the page is closed.
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
