import { cacheLife, cacheTag } from 'next/cache'
import { type Artwork, defaultArtwork } from '@/lib/artwork/rules'
import { readArtwork } from '@/lib/artwork/service'
import { type CacheTag, skipDuringBuild, tagVersion } from '@/lib/cache/tags'
import { LEADERBOARD_SIZE } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'
import { findLeaderboard } from '@/lib/leaderboard/service'
import type { LineupItem } from '@/lib/lineup/schema'
import { listPublicLineup } from '@/lib/lineup/service'
import { readNight } from '@/lib/night/settings'
import type { PriceItem } from '@/lib/price-list/schema'
import { listPriceItems } from '@/lib/price-list/service'
import type { ProgrammeSet } from '@/lib/programme/schema'
import { listPublicSets } from '@/lib/programme/service'
import type { PublicSponsor } from '@/lib/sponsors/schema'
import { listPublicSponsors } from '@/lib/sponsors/service'
import type { Texts } from '@/lib/translations/rules'
import { readTexts } from '@/lib/translations/service'
import { ALL_HIDDEN } from '@/lib/visibility/rules'
import type { Visibility } from '@/lib/visibility/schema'
import { readVisibility } from '@/lib/visibility/service'

// Reads of the public pages. Each result is cached with the cache tag of its entity until an item
// of that entity changes.

/** Returns the artwork of the pages. Cached until an image changes. */
export const getArtwork = () => artworkAt(tagVersion('artwork'))

async function artworkAt(_generation: number): Promise<Artwork> {
  'use cache'
  cacheTag('artwork' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(defaultArtwork(), readArtwork)
}

/** Returns the best twenty scores. Cached until the leaderboard changes. */
export const getTopScores = () => topScoresAt(tagVersion('leaderboard'))

async function topScoresAt(_generation: number): Promise<LeaderboardEntry[]> {
  'use cache'
  cacheTag('leaderboard' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(
    [],
    async () => (await findLeaderboard({ limit: LEADERBOARD_SIZE }, null)).rows,
  )
}

/** Returns the visible performers by position. Cached until a performer changes. */
export const getPublicLineup = () => publicLineupAt(tagVersion('lineup'))

async function publicLineupAt(_generation: number): Promise<LineupItem[]> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPublicLineup({})).rows)
}

/** Returns the whole price list in its order. Cached until a price item changes. */
export const getPriceList = () => priceListAt(tagVersion('price-list'))

async function priceListAt(_generation: number): Promise<PriceItem[]> {
  'use cache'
  cacheTag('price-list' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPriceItems({})).rows)
}

/**
 * Returns the sets that visitors may see, by stage. Cached until a set, a stage or a performer
 * changes.
 */
export const getProgramme = () =>
  programmeAt(tagVersion('programme'), tagVersion('stages'), tagVersion('lineup'))

async function programmeAt(..._generations: number[]): Promise<ProgrammeSet[]> {
  'use cache'
  cacheTag(...(['programme', 'stages', 'lineup'] satisfies CacheTag[]))
  cacheLife('max')
  return skipDuringBuild([], listPublicSets)
}

/** Returns the visible sponsors by position. Cached until a sponsor changes. */
export const getPublicSponsors = () => publicSponsorsAt(tagVersion('sponsors'))

async function publicSponsorsAt(_generation: number): Promise<PublicSponsor[]> {
  'use cache'
  cacheTag('sponsors' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPublicSponsors({})).rows)
}

/** Whether visitors see the crowd level. Cached until the settings of the night change. */
export const getFullnessShown = () => fullnessShownAt(tagVersion('night'))

async function fullnessShownAt(_generation: number): Promise<boolean> {
  'use cache'
  cacheTag('night' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(false, async () => (await readNight()).fullness)
}

/** Returns the texts of the public pages by key. Cached until a text changes. */
export const getTexts = () => textsAt(tagVersion('translations'))

async function textsAt(_generation: number): Promise<Texts> {
  'use cache'
  cacheTag('translations' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild({}, readTexts)
}

/** Returns all visibility flags and times. Cached until one of them changes. */
export const getVisibility = () => visibilityAt(tagVersion('visibility'))

async function visibilityAt(_generation: number): Promise<Visibility> {
  'use cache'
  cacheTag('visibility' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(ALL_HIDDEN(), readVisibility)
}
