/** A sponsor as anyone may see one; `image` is an address on this site. */
export interface PublicSponsor {
  id: number
  name: string
  url: string
  image: string
  order: number
}
