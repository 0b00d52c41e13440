import type { Metadata } from 'next'
import { MapPage } from '@/components/public/map/map-page'
import { getMapStyleUrl } from '@/lib/settings/cached'
import { getVisibility } from '@/lib/visibility/cached'
import { isOpen } from '@/lib/visibility/rules'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Kako do nas',
  description: 'Karta kampusa oko Studentskoga centra s tlocrtom festivala, adresa i put do ulaza.',
  alternates: { canonical: '/t2' },
}

export default async function CampusMap() {
  await openPage('/t2')
  const [styleUrl, visibility] = await Promise.all([getMapStyleUrl(), getVisibility()])
  return <MapPage styleUrl={styleUrl} hasFloorPlan={isOpen(visibility, '/tlocrt')} />
}
