import type { WithImage } from '@/components/admin/images/form-with-image'
import type { Sponsor } from '@/lib/sponsors/schema'

export interface SponsorValues extends WithImage {
  name: string
  url: string
  email: string
  guestCap: string
  guestsEnabled: Sponsor['guestsSetting']
}
