import { FloorPlanPage } from '@/components/public/floor-plan-page'
import { getArtwork, getTexts } from '@/lib/site/reads'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/tlocrt')

export default async function FloorPlan() {
  await openPage('/tlocrt')
  const [artwork, texts] = await Promise.all([getArtwork(), getTexts()])
  return <FloorPlanPage artwork={artwork} texts={texts} />
}
