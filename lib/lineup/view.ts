import type { LineupRow } from '@/db/queries/lineup'
import { imageAddress } from '@/lib/images/address'
import type { LineupItem } from './schema'

export const viewLineupItem = ({ imageHash, visible, ...row }: LineupRow): LineupItem => ({
  ...row,
  image: imageAddress(imageHash),
  visible: visible ? '1' : '0',
})
