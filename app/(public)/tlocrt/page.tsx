import { FloorPlanPage } from '@/components/public/floor-plan-page'
import { getArtwork, getTexts } from '@/lib/site/reads'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/tlocrt')

export default async function FloorPlan() {
  await requireVisiblePage('/tlocrt')
  const [artwork, texts] = await Promise.all([getArtwork(), getTexts()])
  return <FloorPlanPage artwork={artwork} texts={texts} />
}
