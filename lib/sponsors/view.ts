import type { PublicSponsorRow } from '@/db/queries/sponsors'
import { imageAddress } from '@/lib/images/address'
import type { PublicSponsor } from './schema'

export const viewPublicSponsor = ({ imageHash, ...row }: PublicSponsorRow): PublicSponsor => ({
  ...row,
  image: imageAddress(imageHash),
})
