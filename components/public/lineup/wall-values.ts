import type { PlayedSet } from '@/components/public/lineup/performer-sets'

export interface WallPerformer {
  name: string
  slug: string
  image: string
  sets: PlayedSet[]
}
