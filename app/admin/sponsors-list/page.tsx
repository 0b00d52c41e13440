import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { SponsorsScreen } from '@/components/admin/sponsors/sponsors-screen'

export const metadata: Metadata = { title: 'Sponzori' }

export default function SponsorsListPage() {
  return (
    <StaffPage may="admin">
      <SponsorsScreen />
    </StaffPage>
  )
}
