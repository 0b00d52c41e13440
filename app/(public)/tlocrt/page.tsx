import type { Metadata } from 'next'
import { FloorPlanPage } from '@/components/public/floor-plan-page'
import { getTexts } from '@/lib/translations/cached'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Tlocrt',
  description: 'Tlocrt festivala: pozornice, šankovi, ulaz, toaleti, prva pomoć i garderoba.',
  alternates: { canonical: '/tlocrt' },
}

export default async function FloorPlan() {
  await openPage('/tlocrt')
  const texts = await getTexts()
  return <FloorPlanPage lead={texts['tlocrt.lead']} />
}
