import { FloorPlanPage } from '@/components/public/floor-plan-page'
import { getTexts } from '@/lib/cache/reads'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/tlocrt')

export default async function FloorPlan() {
  await openPage('/tlocrt')
  const texts = await getTexts()
  return <FloorPlanPage lead={texts['tlocrt.lead']} />
}
