import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { DrillScreen } from '@/components/admin/gates/drill-screen'

export const metadata: Metadata = { title: 'Vježba' }

export default function GatesDrillPage() {
  return (
    <StaffPage may="admin">
      <DrillScreen />
    </StaffPage>
  )
}
