import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, skipDuringBuild, tagVersion } from '@/lib/cache/tags'
import { getConfig } from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import type { EditionSettings } from '@/lib/festival/schema'
import { readEdition, viewEdition } from '@/lib/festival/service'
import { type MapGround, mapDrawing } from '@/lib/map/geo'
import { parseAttributes } from '@/lib/text/pairs'
import { zagrebDay } from '@/lib/time/zagreb'
import type { PublicFestival } from './types'

/** Returns the current edition with the public settings. Cached until the edition changes. */
export async function getFestival(): Promise<PublicFestival> {
  const [edition, settings] = await Promise.all([editionAt(tagVersion('festival')), getSettings()])
  return { ...edition, ...settings }
}

async function editionAt(_generation: number) {
  'use cache'
  cacheTag('festival' satisfies CacheTag)
  cacheLife('max')
  return view(await skipDuringBuild(placeholderEdition(), readEdition))
}

/** Returns the edition that `next build` uses, since a build has no database. */
const placeholderEdition = () =>
  viewEdition({
    ...editionDefaults(getConfig()),
    ticketPriceCents: null,
    opensAt: null,
    closesAt: null,
    retentionDays: 60,
    deskAdds: false,
    salesState: 'open',
    nightPhone: '',
  })

const view = ({
  number,
  lng,
  lat,
  ticketWidgetSrc,
  ticketWidgetData,
  deskAdds: _,
  ...edition
}: EditionSettings) => ({
  ...edition,
  edition: number,
  centre: [lng, lat] as const,
  ticketWidget: ticketWidgetSrc
    ? { src: ticketWidgetSrc, data: parseAttributes(ticketWidgetData) ?? {} }
    : null,
})

/**
 * Returns settings from the environment. Their cache tag is marked stale at the start of the
 * server, because the build may have had other settings.
 */
async function getSettings() {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  const { PUBLIC_URL, STUDENT_EMAIL_DOMAIN, GAME_URL } = getConfig()
  return { publicUrl: PUBLIC_URL, studentEmailDomain: STUDENT_EMAIL_DOMAIN, gameUrl: GAME_URL }
}

/** Returns the current year in Zagreb. It is cached for an hour. */
export async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('hours')
  return Number(zagrebDay(new Date()).slice(0, 4))
}

/** Returns the data with which the map of this edition starts. */
export async function getMapGround(): Promise<MapGround> {
  const [{ centre, place, name }, { isDemo, styleUrl }] = await Promise.all([
    getFestival(),
    getMapSettings(),
  ])
  return { centre, place: place || name, drawing: mapDrawing(centre, isDemo), styleUrl }
}

async function getMapSettings(): Promise<{ isDemo: boolean; styleUrl?: string }> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  const { DEMO, MAP_STYLE_URL } = getConfig()
  return { isDemo: DEMO, styleUrl: MAP_STYLE_URL }
}
