import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { HealthScreen } from '@/components/admin/health/health-screen'

export const metadata: Metadata = { title: 'Stanje sustava' }

export default function HealthPage() {
  return (
    <StaffPage may="admin">
      <HealthScreen />
    </StaffPage>
  )
}
