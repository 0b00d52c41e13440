import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { ArtworkScreen } from '@/components/admin/artwork/artwork-screen'
import { getFestival, getMapGround } from '@/lib/settings/cached'

export const metadata: Metadata = { title: 'Slike stranice' }

export default function ArtworkPage() {
  return (
    <StaffPage may="admin">
      <Screen />
    </StaffPage>
  )
}

async function Screen() {
  const [{ name }, ground] = await Promise.all([getFestival(), getMapGround()])
  return <ArtworkScreen festivalName={name} ground={ground} />
}
