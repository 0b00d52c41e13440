import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { ArtworkScreen } from '@/components/admin/artwork/artwork-screen'
import { getFestival, getMapGround } from '@/lib/site/festival'

export const metadata: Metadata = { title: 'Slike stranice' }

export default staffPage('admin', async () => {
  const [{ name }, ground] = await Promise.all([getFestival(), getMapGround()])
  return <ArtworkScreen festivalName={name} ground={ground} />
})
