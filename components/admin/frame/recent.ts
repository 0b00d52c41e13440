import type { Found } from '@/lib/search/schema'

/**
 * An entry opened through the palette: the key of a screen or an action, or a search result
 * (`found`).
 */
export type Opened = { key: string; found?: Found }

const MAX_ENTRIES = 6
const STORAGE_KEY = 'paleta'

/**
 * Recently opened entries, the latest first. Search results contain personal data: they stay in
 * memory until the page is closed, and are never in localStorage.
 */
let opened: Opened[] | null = null

export function getRecent(): Opened[] {
  opened ??= readStoredKeys().map((key) => ({ key }))
  return opened
}

export function addRecent(entry: Opened): void {
  opened = [entry, ...getRecent().filter(({ key }) => key !== entry.key)].slice(0, MAX_ENTRIES)
  const keys = opened.filter(({ found }) => !found).map(({ key }) => key)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(keys))
  } catch {
    // Without localStorage the entries are remembered until the page is closed.
  }
}

function readStoredKeys(): string[] {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}
