import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { getConfig } from '@/lib/config'
import { zagrebDay } from '@/lib/time'
import type { Festival } from './types'

/** The edition's settings. Tagged, since the build may have been made with other ones. */
export async function getFestival(): Promise<Festival> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  const s = getConfig()
  return {
    name: s.FESTIVAL_NAME,
    year: s.FESTIVAL_YEAR,
    edition: s.FESTIVAL_EDITION,
    publicUrl: s.PUBLIC_URL,
    studentEmailDomain: s.STUDENT_EMAIL_DOMAIN,
    contactEmail: s.CONTACT_EMAIL,
    sponsorsEmail: s.CONTACT_EMAIL_SPONSORS,
    instagramUrl: s.INSTAGRAM_URL,
    facebookUrl: s.FACEBOOK_URL,
    tiktokUrl: s.TIKTOK_URL,
    aircashUrl: s.AIRCASH_URL,
    gameUrl: s.GAME_URL,
    ticketShopUrl: s.TICKET_SHOP_URL,
    ticketWidget: s.TICKET_WIDGET_SRC
      ? { src: s.TICKET_WIDGET_SRC, data: s.TICKET_WIDGET_DATA }
      : null,
  }
}

/** Zagreb's current year, at most an hour old. */
export async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('hours')
  return Number(zagrebDay(new Date()).slice(0, 4))
}

/** The address of the base map's style, if the organisers chose one. */
export async function getMapStyleUrl(): Promise<string | undefined> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  return getConfig().MAP_STYLE_URL
}
