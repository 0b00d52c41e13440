import type { Settings } from '@/lib/config/settings'
import { CENTRE } from '@/lib/map/geo'

/** Name and address of the default map centre (rule 12.9). */
const PLACE = { place: 'Studentski centar', address: 'Savska cesta 25, Zagreb' }

/**
 * Values of the first edition, from the configuration. They fill an empty database; later an admin
 * changes them (rule 8.2).
 */
export const editionDefaults = (s: Settings) => ({
  name: s.FESTIVAL_NAME,
  year: s.FESTIVAL_YEAR,
  ordinal: s.FESTIVAL_EDITION,
  ...PLACE,
  contactEmail: s.CONTACT_EMAIL ?? '',
  sponsorsEmail: s.CONTACT_EMAIL_SPONSORS ?? '',
  instagramUrl: s.INSTAGRAM_URL ?? '',
  facebookUrl: s.FACEBOOK_URL ?? '',
  tiktokUrl: s.TIKTOK_URL ?? '',
  aircashUrl: s.AIRCASH_URL,
  ticketShopUrl: s.TICKET_SHOP_URL ?? '',
  ticketWidgetSrc: s.TICKET_WIDGET_SRC ?? '',
  ticketWidgetData: s.TICKET_WIDGET_DATA,
  lng: CENTRE[0],
  lat: CENTRE[1],
})
