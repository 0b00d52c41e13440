import { MapPage } from '@/components/public/map/map-page'
import { getArtwork, getTexts, getVisibility } from '@/lib/cache/reads'
import { getFestival, getMapStyleUrl } from '@/lib/settings/cached'
import { isOpen } from '@/lib/visibility/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/t2')

export default async function CampusMap() {
  await openPage('/t2')
  const [festival, artwork, texts, styleUrl, visibility] = await Promise.all([
    getFestival(),
    getArtwork(),
    getTexts(),
    getMapStyleUrl(),
    getVisibility(),
  ])
  return (
    <MapPage
      festival={festival}
      artwork={artwork}
      texts={texts}
      styleUrl={styleUrl}
      hasFloorPlan={isOpen(visibility, '/tlocrt')}
    />
  )
}
