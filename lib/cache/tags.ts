/** What the public pages are cached by: one tag per noun that they show. */
export const CACHE_TAGS = [
  'settings',
  'visibility',
  'translations',
  'lineup',
  'sponsors',
  'price-list',
  'leaderboard',
] as const

export type CacheTag = (typeof CACHE_TAGS)[number]
