import type { PlayedSet } from '@/components/public/lineup/performer-sets'

export interface GridPerformer {
  name: string
  slug: string
  image: string
  sets: PlayedSet[]
}
