import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { SponsorCountsScreen } from '@/components/admin/sponsors/sponsor-counts-screen'

export const metadata: Metadata = { title: 'Firme' }

export default function FirmePage() {
  return (
    <StaffPage may="admin">
      <SponsorCountsScreen />
    </StaffPage>
  )
}
