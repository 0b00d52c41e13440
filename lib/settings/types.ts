/** The settings of the edition that public pages show. */
export interface Festival {
  name: string
  year: number
  edition: number
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
  ticketShopUrl: string
  /** The shop's widget; null leaves the link alone. */
  ticketWidget: TicketWidget | null
}

interface TicketWidget {
  src: string
  /** Its `data-` attributes by name. */
  data: Record<string, string>
}
