import type { SalesState } from '@/lib/festival/rules'
import type { LngLat } from '@/lib/map/geo'

/** This edition as public pages show it, with the settings beside it; '' is shown nowhere. */
export interface PublicFestival {
  name: string
  year: number
  edition: number
  /** When doors open and when the night is over, as ISO instants: both or neither. */
  opensAt: string | null
  closesAt: string | null
  place: string
  address: string
  /** Where the map is centred. */
  centre: LngLat
  /** Where the site is reached, without a slash at the end. */
  publicUrl: string
  studentEmailDomain: string
  contactEmail: string
  sponsorsEmail: string
  instagramUrl: string
  facebookUrl: string
  tiktokUrl: string
  aircashUrl: string
  /** What the game's frame shows; an address on this site or elsewhere. */
  gameUrl: string
  /** What a ticket costs; null: nobody has said. */
  ticketPriceEUR: number | null
  /** How far the sale has come, as an admin tells visitors. */
  salesState: SalesState
  /** Whom visitors call on the night when they need help. */
  nightPhone: string
  ticketShopUrl: string
  /** The shop's widget; null leaves the link alone. */
  ticketWidget: TicketWidget | null
  /** Personal data go by themselves so many days after the end. */
  retentionDays: number
}

interface TicketWidget {
  src: string
  /** Its `data-` attributes by name. */
  data: Record<string, string>
}
