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

// What the public pages read, each kept under the tag of its noun until one of them changes.

/** The pictures of the pages, kept until one of them changes. */
export const getArtwork = () => artworkAt(tagVersion('artwork'))

async function artworkAt(_generation: number): Promise<Artwork> {
  'use cache'
  cacheTag('artwork' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(defaultArtwork(), readArtwork)
}

/** The best twenty, kept until one of them changes. */
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

/** The visible performers in their order, kept until one of them changes. */
export const getPublicLineup = () => publicLineupAt(tagVersion('lineup'))

async function publicLineupAt(_generation: number): Promise<LineupItem[]> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPublicLineup({})).rows)
}

/** The whole price list in its order, kept until an item changes. */
export const getPriceList = () => priceListAt(tagVersion('price-list'))

async function priceListAt(_generation: number): Promise<PriceItem[]> {
  'use cache'
  cacheTag('price-list' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPriceItems({})).rows)
}

/** The sets that visitors may know of, stage by stage, kept until one, its stage or performer changes. */
export const getProgramme = () =>
  programmeAt(tagVersion('programme'), tagVersion('stages'), tagVersion('lineup'))

async function programmeAt(..._generations: number[]): Promise<ProgrammeSet[]> {
  'use cache'
  cacheTag(...(['programme', 'stages', 'lineup'] satisfies CacheTag[]))
  cacheLife('max')
  return skipDuringBuild([], listPublicSets)
}

/** The visible sponsors in their order, kept until one of them changes. */
export const getPublicSponsors = () => publicSponsorsAt(tagVersion('sponsors'))

async function publicSponsorsAt(_generation: number): Promise<PublicSponsor[]> {
  'use cache'
  cacheTag('sponsors' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild([], async () => (await listPublicSponsors({})).rows)
}

/** Whether visitors are told how full it is, kept until that changes. */
export const getFullnessShown = () => fullnessShownAt(tagVersion('night'))

async function fullnessShownAt(_generation: number): Promise<boolean> {
  'use cache'
  cacheTag('night' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(false, async () => (await readNight()).fullness)
}

/** The texts of the public pages by key, kept until one of them changes. */
export const getTexts = () => textsAt(tagVersion('translations'))

async function textsAt(_generation: number): Promise<Texts> {
  'use cache'
  cacheTag('translations' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild({}, readTexts)
}

/** All flags and times, kept until one of them changes. */
export const getVisibility = () => visibilityAt(tagVersion('visibility'))

async function visibilityAt(_generation: number): Promise<Visibility> {
  'use cache'
  cacheTag('visibility' satisfies CacheTag)
  cacheLife('max')
  return skipDuringBuild(ALL_HIDDEN(), readVisibility)
}
