import type { Venue } from '@/lib/map/ground'
import { svg } from './svg'
import { hall, pavilion } from './venues/halls'
import { bigStage, canteen } from './venues/outside'

const PICTURES: Record<Venue['id'], () => string[]> = {
  'velika-pozornica': bigStage,
  paviljon: pavilion,
  dvorana: hall,
  menza: canteen,
}

/** The four pictures of the venues, 800 × 600. */
export const drawVenue = (id: Venue['id']) => svg(800, 600, ...PICTURES[id]())
