import type { Venue } from '@/lib/map/ground'
import { svg } from './svg'
import { bigStage } from './venues/big-stage'
import { canteen } from './venues/canteen'
import { hall } from './venues/hall'
import { pavilion } from './venues/pavilion'

const PICTURES: Record<Venue['id'], () => string[]> = {
  'velika-pozornica': bigStage,
  paviljon: pavilion,
  dvorana: hall,
  menza: canteen,
}

/** The four pictures of the venues, 800 × 600. */
export const drawVenue = (id: Venue['id']) => svg(800, 600, ...PICTURES[id]())
