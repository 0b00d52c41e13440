import type { Flag } from '@/lib/guests/schema'

/** A performer as the API shows one (spec section 3); `image` is an address on this site. */
export interface LineupItem {
  id: number
  name: string
  slug: string
  image: string
  visible: Flag
  biography: string
  order: number
}
