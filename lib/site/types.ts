import type { SalesState } from '@/lib/festival/rules'
import type { LngLat } from '@/lib/map/geo'

/**
 * The current edition and the public settings, as public pages show them. Pages leave out a field
 * that is '' (rule 1.14).
 */
export interface PublicFestival {
  name: string
  year: number
  edition: number
  /** Opening time and end of the night as ISO instants; both are set or both are null. */
  opensAt: string | null
  closesAt: string | null
  place: string
  address: string
  /** Centre of the map. */
  centre: LngLat
  /** Base URL of the site, without a slash at the end. */
  publicUrl: string
  studentEmailDomain: string
  contactEmail: string
  sponsorsEmail: string
  instagramUrl: string
  facebookUrl: string
  tiktokUrl: string
  aircashUrl: string
  /** URL of the page in the game's frame, on this site or on another. */
  gameUrl: string
  /** Price of a ticket; null if it is not known. */
  ticketPriceEUR: number | null
  /** State of the ticket sale, as an admin shows it to visitors (rule 1.18). */
  salesState: SalesState
  /** Telephone number that visitors call if they need help on the night. */
  nightPhone: string
  ticketShopUrl: string
  /** Widget of the ticket shop; null if the page has only a link to the shop. */
  ticketWidget: TicketWidget | null
  /** Days after the end of the night until personal data are erased automatically (rule 8.18). */
  retentionDays: number
}

interface TicketWidget {
  src: string
  /** `data-` attributes of the widget by name. */
  data: Record<string, string>
}
