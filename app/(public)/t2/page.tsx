import { MapPage } from '@/components/public/map/map-page'
import { getFestival, getMapGround } from '@/lib/site/festival'
import { getArtwork, getTexts, getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/t2')

export default async function CampusMap() {
  await requireVisiblePage('/t2')
  const [festival, artwork, texts, ground, visibility] = await Promise.all([
    getFestival(),
    getArtwork(),
    getTexts(),
    getMapGround(),
    getVisibility(),
  ])
  return (
    <MapPage
      festival={festival}
      artwork={artwork}
      texts={texts}
      ground={ground}
      hasFloorPlan={isOpen(visibility, '/tlocrt')}
    />
  )
}
