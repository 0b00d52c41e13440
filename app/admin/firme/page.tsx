import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { FirmeScreen } from '@/components/admin/sponsors/firme-screen'

export const metadata: Metadata = { title: 'Firme' }

export default function FirmePage() {
  return (
    <StaffPage may="admin">
      <FirmeScreen />
    </StaffPage>
  )
}
